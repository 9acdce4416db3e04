/**
 * Checks a picture without decoding it: walks through its parts, reads the size from its header, and leaves out what
 * is not part of the picture, such as the place where a photo was taken, comments, and bytes after its end.
 */
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Answer } from './service.ts'

export const PictureType = z.enum(['image/png', 'image/jpeg', 'image/webp'])
export type PictureType = z.infer<typeof PictureType>

/** In pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

interface Parts extends Size {
  /** What the stored file consists of. */
  readonly kept: readonly Buffer[]
}

export interface Picture extends Size {
  readonly type: PictureType
  readonly picture: Buffer
}

const READERS: Readonly<Record<PictureType, (file: Buffer) => Parts>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
}

/**
 * `type`: not a still PNG, JPEG or WebP, or not of the announced type. `unreadable`: damaged, or without pixels.
 */
export class PictureFault extends Error {
  override readonly name = 'PictureFault'
  readonly kind: 'type' | 'unreadable'

  constructor(kind: PictureFault['kind']) {
    super(`not a picture: ${kind}`)
    this.kind = kind
  }
}

/**
 * Reads a picture's type and size in pixels, and leaves out what is not part of the picture.
 * @param announced the content type that the sender stated; must match the file's content
 * @throws PictureFault
 * @example const { type, picture } = readPicture(file, 'image/png')
 */
export function readPicture(file: Buffer, announced: string): Picture {
  const type = typeOf(file)
  if (!type || type !== announced) throw new PictureFault('type')
  const { width, height, kept } = READERS[type](file)
  return { type, width, height, picture: Buffer.concat(kept) }
}

const EXTENSION: Readonly<Record<PictureType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/**
 * Answers with a picture whose id is random and whose content never changes. Prevents browsers from guessing the file's
 * type. Only the browser may cache the picture, and for a day, so that a removed one soon disappears everywhere.
 * @param name the file's name, without its extension
 */
export const pictureAnswer =
  (name: string) =>
  ({ type, picture }: Pick<Picture, 'type' | 'picture'>): Answer => ({
    body: undefined,
    file: {
      bytes: picture.length,
      open: ({ start, end } = { start: 0, end: picture.length - 1 }) => Readable.from([picture.subarray(start, end + 1)]),
    },
    headers: {
      'Content-Type': type,
      'Content-Disposition': `inline; filename="${name}.${EXTENSION[type]}"`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=86400, immutable',
    },
  })

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const textAt = (file: Buffer, start: number, end: number) => file.toString('latin1', start, end)

function typeOf(file: Buffer): PictureType | undefined {
  if (file.subarray(0, 8).equals(PNG_START)) return 'image/png'
  if (file[0] === 0xff && file[1] === JPEG.start && file[2] === 0xff) return 'image/jpeg'
  if (textAt(file, 0, 4) === 'RIFF' && textAt(file, 8, 12) === 'WEBP') return 'image/webp'
  return undefined
}

function unreadable(): never {
  throw new PictureFault('unreadable')
}

const ORIENTATION = 0x01_12
/** Exif data with nothing but an orientation, whose value follows. */
const ORIENTATION_ONLY = Buffer.from('4d4d002a0000000800010112000300000001', 'hex')

/**
 * Cameras store a photo as the sensor sees it, along with how to rotate it.
 * @param exif starts with the byte order
 * @returns Exif data with only the orientation, or undefined if the photo is upright
 * @source Exif 2.32, §4.6.2 and §4.6.4
 */
function orientationOf(exif: Buffer): Buffer | undefined {
  const isLittle = textAt(exif, 0, 2) === 'II'
  const numberAt = (at: number, bytes: 2 | 4) => {
    if (at + bytes > exif.length) return 0
    return isLittle ? exif.readUIntLE(at, bytes) : exif.readUIntBE(at, bytes)
  }
  const start = numberAt(4, 4)
  // A file may claim more fields than it has.
  const count = Math.min(numberAt(start, 2), Math.floor(exif.length / 12))
  const fields = Array.from({ length: count }, (_, index) => start + 2 + 12 * index)
  const field = fields.find((at) => numberAt(at, 2) === ORIENTATION)
  const value = field === undefined ? 1 : numberAt(field + 8, 2)
  return value > 1 && value <= 8 ? Buffer.concat([ORIENTATION_ONLY, Buffer.from([0, value, 0, 0, 0, 0, 0, 0])]) : undefined
}

/** Chunks that contain pixels or define their colours. */
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs', 'cICP'])

function readPng(file: Buffer): Parts {
  const kept: Buffer[] = [PNG_START]
  let size: Size | undefined
  let hasPixels = false
  for (let at = 8; at + 12 <= file.length; ) {
    const name = textAt(file, at + 4, at + 8)
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length || (name === 'IHDR') !== (at === 8)) return unreadable()
    if (name === 'acTL') throw new PictureFault('type')
    if (name === 'IHDR') {
      if (end - at !== 25) return unreadable()
      size = { width: file.readUInt32BE(at + 8), height: file.readUInt32BE(at + 12) }
    }
    hasPixels ||= name === 'IDAT'
    if (PNG_KEPT.has(name)) kept.push(file.subarray(at, end))
    const orientation = name === 'eXIf' ? orientationOf(file.subarray(at + 8, end - 4)) : undefined
    if (orientation) kept.push(pngExif(orientation))
    if (name === 'IEND') return size && hasPixels ? { ...size, kept } : unreadable()
    at = end
  }
  return unreadable()
}

/** The checksum at the end of a PNG chunk (CRC-32). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

function pngExif(content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from('\0\0\0\0eXIf', 'latin1'), content, Buffer.alloc(4)])
  chunk.writeUInt32BE(content.length)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, exif: 0xe1 }
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
/** Segments that contain the size. Three of these markers have other meanings. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Huffman tables, quantization tables, the restart interval, and the start of a scan with its pixels. */
const JPEG_KEPT = new Set([0xc4, 0xdb, 0xdd, JPEG.scan])
/** Application segments that describe colours. All except profiles have a fixed length and no thumbnail. */
const JPEG_COLOURS = [
  { marker: 0xe0, name: 'JFIF\0', bytes: 18 },
  { marker: 0xee, name: 'Adobe', bytes: 16 },
  { marker: 0xe2, name: 'ICC_PROFILE\0', bytes: undefined },
]

function keptOf(marker: number, segment: Buffer): Buffer | undefined {
  if (marker === JPEG.exif) return jpegExif(segment)
  const isKept =
    isFrame(marker) ||
    JPEG_KEPT.has(marker) ||
    JPEG_COLOURS.some(
      (one) =>
        one.marker === marker && textAt(segment, 4, 4 + one.name.length) === one.name && (one.bytes ?? segment.length) === segment.length,
    )
  return isKept ? segment : undefined
}

const EXIF_SEGMENT = 'Exif\0\0'

function jpegExif(segment: Buffer): Buffer | undefined {
  const content = segment.subarray(10)
  const orientation = textAt(segment, 4, 10) === EXIF_SEGMENT ? orientationOf(content) : undefined
  if (!orientation) return undefined
  const head = Buffer.from(`\xff\xe1\0\0${EXIF_SEGMENT}`, 'latin1')
  head.writeUInt16BE(8 + orientation.length, 2)
  return Buffer.concat([head, orientation])
}

function readJpeg(file: Buffer): Parts {
  const kept = [file.subarray(0, 2)]
  let size: Size | undefined
  let hasPixels = false
  for (let at = 2; at + 2 <= file.length; ) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== 0xff) return unreadable()
    if (marker === 0xff) {
      // JPEG allows any number of 0xff fill bytes before a marker.
      at += 1
      continue
    }
    if (marker === JPEG.end) return size && hasPixels ? { ...size, kept: [...kept, file.subarray(at, at + 2)] } : unreadable()
    if (marker === JPEG.start || marker === 0 || isRestart(marker) || at + 4 > file.length) return unreadable()
    let end = at + 2 + file.readUInt16BE(at + 2)
    if (end > file.length || end < at + 4) return unreadable()
    if (isFrame(marker)) {
      if (size || end < at + 9) return unreadable()
      size = { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
    }
    if (marker === JPEG.scan) {
      hasPixels = true
      end = nextMarker(file, end)
    }
    const segment = keptOf(marker, file.subarray(at, end))
    if (segment) kept.push(segment)
    at = end
  }
  return unreadable()
}

/** Finds the end of a JPEG scan: the first 0xff byte that is followed by neither 0 nor a restart number. */
function nextMarker(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && !isRestart(next)) return at
  }
  return file.length
}

/** Flags in the chunk `VP8X`: the file is animated; it has camera data; it has other metadata. */
const WEBP = { animated: 0x02, exif: 0x08, xmp: 0x04 }
const WEBP_KEPT = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'])

function readWebp(file: Buffer): Parts {
  const fileEnd = 8 + file.readUInt32LE(4)
  if (fileEnd > file.length) return unreadable()
  const kept: Buffer[] = []
  let flags = 0
  let canvas: Size | undefined
  let size: Size | undefined
  let orientation: Buffer | undefined
  for (let at = 12; at + 8 <= fileEnd; ) {
    const name = textAt(file, at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > fileEnd) break
    const content = file.subarray(at + 8, at + 8 + length)
    if (name === 'VP8X') {
      if (at !== 12 || length !== 10) return unreadable()
      flags = content[0] ?? 0
      if (flags & WEBP.animated) throw new PictureFault('type')
      canvas = { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 }
    }
    if (name === 'EXIF' && flags & WEBP.exif) orientation ??= orientationOf(withoutName(content))
    // The chunks after the pixels are metadata.
    if (WEBP_KEPT.has(name) && !size) kept.push(Buffer.from(file.subarray(at, end)))
    if (name === 'VP8 ' || name === 'VP8L') size ??= (name === 'VP8L' ? losslessSize(content) : lossySize(content)) ?? unreadable()
    at = end
  }
  if (!size || (canvas && (canvas.width !== size.width || canvas.height !== size.height))) return unreadable()
  const [first] = kept
  if (canvas && first) first[8] = (flags & ~(WEBP.exif | WEBP.xmp)) | (orientation ? WEBP.exif : 0)
  if (orientation) kept.push(webpExif(orientation))
  return { ...size, kept: [riffOf(kept), ...kept] }
}

/** Some encoders put a JPEG segment’s name before the data. */
const withoutName = (exif: Buffer) => (textAt(exif, 0, EXIF_SEGMENT.length) === EXIF_SEGMENT ? exif.subarray(EXIF_SEGMENT.length) : exif)

/** The length of an orientation is even, as the format requires. */
function webpExif(content: Buffer): Buffer {
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

function lossySize(content: Buffer): Size | undefined {
  if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
}

function losslessSize(content: Buffer): Size | undefined {
  if (content.length < 5 || content[0] !== 0x2f) return undefined
  const bits = content.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function riffOf(chunks: readonly Buffer[]): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return head
}
