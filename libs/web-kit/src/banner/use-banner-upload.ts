import type { Media } from '@reelfair/contracts'
import { useUpload } from '@reelfair/web-kit'
import { useRef, useState } from 'react'
import { typeOf } from './banner-file.ts'

/** The page owns the upload, so that the upload continues when the user opens another step. */
export function useBannerUpload(onDone: (media: Media) => void) {
  const [sending, setSending] = useState<string>()
  /** File names by media id. The service does not store them, so they are lost on a reload. */
  const names = useRef(new Map<string, string>())
  const latest = useRef<string>('')
  const request = useUpload('/campaigns/media', {
    onDone: (media) => {
      names.current.set(media.id, latest.current)
      onDone(media)
    },
  })
  const send = (file: File) => {
    latest.current = file.name
    setSending(file.name)
    request.send({ file, type: typeOf(file) })
  }
  const { progress, error, cancel } = request
  return {
    send,
    cancel,
    progress,
    error,
    sending: progress === undefined ? undefined : sending,
    nameOf: (media: Media) => names.current.get(media.id),
  }
}

export type BannerUpload = ReturnType<typeof useBannerUpload>
