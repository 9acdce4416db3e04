import type { Media } from '@reelfair/contracts'
import { useUpload } from '@reelfair/web-kit'
import { useRef, useState } from 'react'
import { typeOf } from './logo-file.ts'

/** The upload of the banner. It belongs to the wizard, not to its step, so it goes on while one looks at another. */
export function useLogoUpload(onDone: (media: Media) => void) {
  const [sending, setSending] = useState<string>()
  /** The service keeps no names: each is known as long as the page. */
  const names = useRef(new Map<string, string>())
  const latest = useRef<string>('')
  const request = useUpload<Media>('/campaigns/media', {
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

export type LogoUpload = ReturnType<typeof useLogoUpload>
