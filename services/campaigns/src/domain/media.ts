/**
 * Logo requirements and file types.
 * @source specification §5
 */
import { LOGO_SIZE, type MediaType, refuse, VIDEO_MIN_SECONDS } from '@reelfair/contracts'

export const HEAD_BYTES = 64

const begins = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)

/** Detects the type from the content, because clients may declare any type. */
export function typeOf(head: Uint8Array): MediaType | undefined {
  if (begins(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(head, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  // All Matroska files start with these bytes, but only WEBM files contain the name `webm` after them.
  if (begins(head, 0x1a, 0x45, 0xdf, 0xa3) && Buffer.from(head).includes('webm')) return 'video/webm'
  return undefined
}

/** @throws Refusal `media_dimensions` */
export function checkSize({ width, height }: { readonly width: number; readonly height: number }): void {
  if (width !== LOGO_SIZE.width || height !== LOGO_SIZE.height) refuse('media_dimensions', { width, height })
}

/** @throws Refusal `media_too_short` */
export function checkDuration(seconds: number): void {
  if (!(seconds >= VIDEO_MIN_SECONDS)) refuse('media_too_short', { seconds: VIDEO_MIN_SECONDS })
}
