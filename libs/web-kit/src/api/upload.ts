import { setHouseClock } from '@reelfair/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { currentLocale } from '../i18n/i18n.ts'
import { ApiError } from './api-error.ts'
import { type ApiPath, refusalOf } from './client.ts'

/** Nothing moved for so long: the line is dead. Services give up earlier. */
const PAUSE_MS = 30_000
/** Once it is sent, a file is judged and stored before it is answered; above the gateway's own limit. */
const ANSWER_MS = 75_000

interface UploadOptions {
  /** The media type; the service compares it with the content. */
  readonly type: string
  readonly signal?: AbortSignal
  /** Share sent, 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Sends a file as it is, as the body of a POST. By XMLHttpRequest, for `fetch` does not tell how much is sent.
 * @throws ApiError as `call`; the AbortError of a signal that the caller gave
 * @example const media = await upload<Media>('/campaigns/media', file, { type: 'image/png', onProgress: setShare })
 */
export function upload<Result>(path: ApiPath, file: Blob, { type, signal, onProgress }: UploadOptions): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const request = new XMLHttpRequest()
  const locale = currentLocale()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      reject(new ApiError({ code: 'timed_out' }))
      request.abort()
    }, ms)
  }
  const stop = () => {
    reject(signal?.reason)
    request.abort()
  }
  request.upload.onprogress = ({ loaded, total }) => {
    wait(PAUSE_MS)
    if (total > 0) onProgress?.(loaded / total)
  }
  request.upload.onload = () => wait(ANSWER_MS)
  request.onerror = () => reject(new ApiError({ code: 'network_lost' }))
  request.onload = () => {
    setHouseClock(request.getResponseHeader('date'))
    if (request.status < 200 || request.status > 299) {
      const names = ['content-type', 'retry-after']
      const headers = names.flatMap((name): [string, string][] => {
        const value = request.getResponseHeader(name)
        return value === null ? [] : [[name, value]]
      })
      // As `fetch` would give it, so that a refusal is read in one place.
      void refusalOf(new Response(request.responseText, { status: request.status, headers }), locale).then(reject)
      return
    }
    try {
      resolve(JSON.parse(request.responseText) as Result)
    } catch {
      reject(new ApiError({ code: 'unreadable_answer', status: request.status }))
    }
  }
  signal?.addEventListener('abort', stop)
  request.open('POST', `/api${path}`)
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('accept-language', locale)
  request.setRequestHeader('content-type', type)
  wait(PAUSE_MS)
  if (signal?.aborted) stop()
  else request.send(file)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  })
}

/**
 * One upload at a time, for a screen: `progress` is the share sent while it runs. It ends with the screen; it is not tried again by itself.
 * @example
 * const logo = useUpload<Media>('/campaigns/media', { onDone: setMedia })
 * logo.send({ file, type: file.type })
 */
export function useUpload<Result>(path: ApiPath, { onDone }: { readonly onDone?: (result: Result) => void } = {}) {
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const request = useMutation<Result, Error, { readonly file: Blob; readonly type: string }>({
    retry: false,
    mutationFn: ({ file, type }) => {
      const own = new AbortController()
      running.current?.abort()
      running.current = own
      setProgress(0)
      const show = (share: number) => {
        if (!own.signal.aborted) setProgress(share)
      }
      return upload<Result>(path, file, { type, signal: own.signal, onProgress: show }).finally(() => {
        if (running.current === own) setProgress(undefined)
      })
    },
    onSuccess: (result) => onDone?.(result),
  })
  useEffect(() => () => running.current?.abort(), [])
  const cancel = () => {
    running.current?.abort()
    request.reset()
  }
  return { send: request.mutate, cancel, progress, error: request.error, reset: request.reset }
}
