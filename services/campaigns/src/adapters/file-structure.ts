/**
 * Whether a file is one picture or one film from its first byte to its last, and nothing besides: a file that is also an archive, a page or a document is refused
 * whatever a decoder makes of its pixels. Read piece by piece, whatever its size.
 */
import type { FileHandle } from 'node:fs/promises'
import type { MediaType } from '@reelfair/contracts'

const PIECE = 64 * 1024

/** Pages, scripts and documents, as browsers and readers find them anywhere near a file's beginning or in what a picture says about itself. */
const FOREIGN = /<(?:script|html|body|iframe|svg|\?php|!doctype)|%PDF-/i
/** The first and the last record of an archive. */
const [ARCHIVE, ARCHIVE_END] = ['PK\u0003\u0004', 'PK\u0005\u0006']
const isForeign = (bytes: Buffer) => FOREIGN.test(bytes.toString('latin1')) || bytes.includes(ARCHIVE) || bytes.includes(ARCHIVE_END)
/** Readers of documents look for theirs so far into a file. */
const HEAD = 1_024
/** An archive is read from its end: its last record and, behind it, a comment of any bytes. */
const ARCHIVE_TAIL = 22 + 0xffff

/** @returns false also for a file that ends too early, or goes on behind its end */
export async function isNothingElse(file: FileHandle, type: MediaType): Promise<boolean> {
  const { size } = await file.stat()
  if (isForeign(await bytesAt(file, 0, HEAD))) return false
  const tail = Math.min(size, ARCHIVE_TAIL)
  if ((await bytesAt(file, size - tail, tail)).includes(ARCHIVE_END)) return false
  switch (type) {
    case 'image/png':
      return isWholePng(file, size)
    case 'image/jpeg':
      return isWholeJpeg(file, size)
    case 'video/webm':
      return isWholeWebm(file, size)
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

/** Whether something foreign stands in a part of the file, also across the borders of its pieces. */
async function holdsForeign(file: FileHandle, from: number, to: number): Promise<boolean> {
  const overlap = 16
  for (let at = from; at < to; at += PIECE - overlap) if (isForeign(await bytesAt(file, at, Math.min(PIECE, to - at)))) return true
  return false
}

/** What makes the picture; all other chunks are words about it. */
const PIXELS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/** Chunk by chunk: the last is IEND, and the file ends with it. */
async function isWholePng(file: FileHandle, size: number): Promise<boolean> {
  for (let at = 8; at + 12 <= size; ) {
    const head = await bytesAt(file, at, 8)
    const name = head.toString('latin1', 4, 8)
    const end = at + 12 + head.readUInt32BE(0)
    if (end > size || (!PIXELS.has(name) && (await holdsForeign(file, at + 8, end - 4)))) return false
    if (name === 'IEND') return end === size && end - at === 12
    at = end
  }
  return false
}

const [START, END, SCAN, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe]
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
/** Of programs, and comments: words about the picture. */
const isAbout = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT

/** Segment by segment, and the pixels between them: there is one end, and the file ends with it. */
async function isWholeJpeg(file: FileHandle, size: number): Promise<boolean> {
  for (let at = 2; at + 2 <= size; ) {
    const [mark, marker = 0, high = 0, low = 0] = await bytesAt(file, at, 4)
    if (mark !== 0xff) return false
    if (marker === 0xff) {
      // Before a marker any number of these may stand.
      at += 1
      continue
    }
    if (marker === END) return at + 2 === size
    if (marker === START || marker === 0 || isRestart(marker)) return false
    const end = at + 2 + high * 256 + low
    if (end > size || end < at + 4 || (isAbout(marker) && (await holdsForeign(file, at + 4, end)))) return false
    at = marker === SCAN ? await nextMarker(file, end, size) : end
  }
  return false
}

/** In a scan 0xff is followed by 0, or by the number of a restart; anything else is the next marker. */
async function nextMarker(file: FileHandle, from: number, size: number): Promise<number> {
  for (let at = from; at + 1 < size; ) {
    const piece = await bytesAt(file, at, PIECE)
    let found = piece.indexOf(0xff)
    for (; found >= 0 && found + 1 < piece.length; found = piece.indexOf(0xff, found + 1)) {
      const next = piece[found + 1] ?? 0
      if (next !== 0 && !isRestart(next)) return at + found
    }
    // One at the very end of a piece is looked at with the next one.
    at += found >= 0 && piece.length > 1 ? piece.length - 1 : piece.length
  }
  return size
}

const SEGMENT = 0x18538067
const VOID = 0xec

/** Element by element on the highest level: a header, one segment, and nothing else but padding. A live recording does not tell its segment's size. */
async function isWholeWebm(file: FileHandle, size: number): Promise<boolean> {
  let segments = 0
  for (let at = 0; at < size; ) {
    const head = await bytesAt(file, at, 12)
    const id = numberAt(head, 0, false)
    const length = id && numberAt(head, id.bytes, true)
    if (!id || !length) return false
    if (at > 0 && id.value !== SEGMENT && id.value !== VOID) return false
    if (id.value === SEGMENT) segments += 1
    if (length.isUnknown) return segments === 1
    at += id.bytes + length.bytes + length.value
    if (at > size) return false
  }
  return segments === 1
}

/** A number of EBML: its first byte's leading zeros say how long it is. An id keeps that mark, a size does not. */
function numberAt(bytes: Buffer, at: number, isSize: boolean): { value: number; bytes: number; isUnknown: boolean } | undefined {
  const first = bytes[at]
  if (!first) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return undefined
  let value = isSize ? first & (0xff >> length) : first
  let isUnknown = isSize && value === 0xff >> length
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value, bytes: length, isUnknown }
}
