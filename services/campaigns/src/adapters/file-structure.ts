/**
 * Checks that a file is exactly one image or one video. Some files are also an archive, a web page or a document, and
 * decoders accept them anyway.
 */
import type { FileHandle } from 'node:fs/promises'
import type { MediaType } from '@reelfair/contracts'

const PIECE = 64 * 1024

/** Markers of web pages, scripts and documents, which must not appear near the start of a file or in image metadata. */
const FOREIGN = /<(?:script|html|body|iframe|svg|\?php|!doctype)|%PDF-/i
/** Signatures of the first and last records in a ZIP archive. */
const [ARCHIVE, ARCHIVE_END] = ['PK\u0003\u0004', 'PK\u0005\u0006']
const isForeign = (bytes: Buffer) => FOREIGN.test(bytes.toString('latin1')) || bytes.includes(ARCHIVE) || bytes.includes(ARCHIVE_END)
/** Document viewers search the first 1,024 bytes of a file for a signature. */
const HEAD = 1_024
/** ZIP readers search the end of a file for a 22-byte record, followed by a comment of up to 65,535 bytes. */
const ARCHIVE_TAIL = 22 + 0xffff

/** @returns false if the file contains anything else, is truncated, or continues after its end */
export async function isOnlyMedia(file: FileHandle, type: MediaType): Promise<boolean> {
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

/** Reads overlapping pieces, so that markers that cross a boundary are also found. */
async function holdsForeign(file: FileHandle, from: number, to: number): Promise<boolean> {
  const overlap = 16
  for (let at = from; at < to; at += PIECE - overlap) if (isForeign(await bytesAt(file, at, Math.min(PIECE, to - at)))) return true
  return false
}

/** PNG chunks that make up the image; all other chunks are metadata. */
const PIXELS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])

/** A complete PNG ends with the chunk IEND and nothing after it. */
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
/** JPEG metadata: application segments and comments. */
const isAbout = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT

/** A complete JPEG has exactly one end marker, at the end of the file. */
async function isWholeJpeg(file: FileHandle, size: number): Promise<boolean> {
  for (let at = 2; at + 2 <= size; ) {
    const [mark, marker = 0, high = 0, low = 0] = await bytesAt(file, at, 4)
    if (mark !== 0xff) return false
    if (marker === 0xff) {
      // JPEG allows any number of 0xff fill bytes before a marker.
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

/** Finds the end of a JPEG scan: the first 0xff byte that is followed by neither 0 nor a restart number. */
async function nextMarker(file: FileHandle, from: number, size: number): Promise<number> {
  for (let at = from; at + 1 < size; ) {
    const piece = await bytesAt(file, at, PIECE)
    let found = piece.indexOf(0xff)
    for (; found >= 0 && found + 1 < piece.length; found = piece.indexOf(0xff, found + 1)) {
      const next = piece[found + 1] ?? 0
      if (next !== 0 && !isRestart(next)) return at + found
    }
    // A 0xff byte at the end of a piece is checked together with the next piece.
    at += found >= 0 && piece.length > 1 ? piece.length - 1 : piece.length
  }
  return size
}

const SEGMENT = 0x18538067
const VOID = 0xec

/** A complete WEBM consists of a header, one segment and padding. Live recordings have a segment of unknown size. */
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

/**
 * Reads an EBML number, whose first byte encodes the length in its leading zeros. Ids include the length marker; sizes
 * do not.
 */
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
