import type { ApiRoutes, LiveTopic, UploadPathOf } from '@reelfair/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { currentLocale } from '../i18n/i18n.ts'
import { ApiError } from './api-error.ts'
import { type ApiOutput, toApiError } from './client.ts'
import { reportServerDate } from './server-date.ts'

/** Maximum time without upload progress. Services time out earlier. */
const STALL_MS = 30_000
/** Maximum wait for the response while the service checks and stores the file. Longer than the gateway's timeout. */
const RESPONSE_MS = 75_000

type UploadPath = UploadPathOf<ApiRoutes>

interface UploadOptions {
  /** Media type, which the service checks against the content. */
  readonly type: string
  readonly signal?: AbortSignal
  /** Receives the fraction of bytes sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/**
 * Sends a file as the body of a POST. Uses XMLHttpRequest, because `fetch` does not report upload progress.
 * @throws ApiError like `call`, or the reason from `signal` if the caller aborts
 * @example const media = await upload('/campaigns/media', file, { type: 'image/png', onProgress: setShare })
 */
export function upload<Path extends UploadPath>(
  path: Path,
  file: Blob,
  { type, signal, onProgress }: UploadOptions,
): Promise<ApiOutput<'POST', Path>> {
  const { promise, resolve, reject } = Promise.withResolvers<ApiOutput<'POST', Path>>()
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
    wait(STALL_MS)
    if (total > 0) onProgress?.(loaded / total)
  }
  request.upload.onload = () => wait(RESPONSE_MS)
  request.onerror = () => reject(new ApiError({ code: 'network_lost' }))
  request.onload = () => {
    reportServerDate(request.getResponseHeader('date'))
    if (request.status < 200 || request.status > 299) {
      const names = ['content-type', 'retry-after']
      const headers = names.flatMap((name): [string, string][] => {
        const value = request.getResponseHeader(name)
        return value === null ? [] : [[name, value]]
      })
      // `toApiError` parses every error response and expects the Response that `fetch` returns.
      void toApiError(new Response(request.responseText, { status: request.status, headers }), locale).then(reject)
      return
    }
    try {
      resolve(JSON.parse(request.responseText))
    } catch {
      reject(new ApiError({ code: 'unreadable_answer', status: request.status }))
    }
  }
  signal?.addEventListener('abort', stop)
  request.open('POST', `/api${path}`)
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('accept-language', locale)
  request.setRequestHeader('content-type', type)
  wait(STALL_MS)
  if (signal?.aborted) stop()
  else request.send(file)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  })
}

interface UseUploadOptions<Output> {
  /** Topics to refetch as soon as the upload succeeds. */
  readonly changes?: readonly LiveTopic[]
  readonly onDone?: (output: Output) => void
}

/**
 * Uploads one file at a time. During an upload, `progress` is the fraction of bytes sent, from 0 to 1. Unmounting
 * aborts the upload. Failed uploads are not retried automatically.
 * @example
 * const logo = useUpload('/campaigns/media', { onDone: setMedia })
 * logo.send({ file, type: file.type })
 */
export function useUpload<Path extends UploadPath>(path: Path, { changes = [], onDone }: UseUploadOptions<ApiOutput<'POST', Path>> = {}) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const request = useMutation<ApiOutput<'POST', Path>, Error, { readonly file: Blob; readonly type: string }>({
    retry: false,
    mutationFn: ({ file, type }) => {
      const own = new AbortController()
      running.current?.abort()
      running.current = own
      setProgress(0)
      const show = (share: number) => {
        if (!own.signal.aborted) setProgress(share)
      }
      return upload(path, file, { type, signal: own.signal, onProgress: show }).finally(() => {
        if (running.current === own) setProgress(undefined)
      })
    },
    onSuccess: async (output) => {
      onDone?.(output)
      await Promise.all(changes.map((topic) => client.invalidateQueries({ queryKey: [topic] })))
    },
  })
  useEffect(() => () => running.current?.abort(), [])
  const cancel = () => {
    running.current?.abort()
    request.reset()
  }
  return { send: request.mutate, cancel, progress, error: request.error, reset: request.reset }
}
