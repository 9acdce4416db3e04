/** Builds small pictures byte by byte. Nothing decodes them, so their pixels are arbitrary. */
import { crc32 } from 'node:zlib'
import type { PictureType } from '@reelfair/service-kit'
import { logoPng } from './logo.ts'

export const SECRET = 'GPS 45.899 6.129, camera of Lea'
const secret = Buffer.from(SECRET)

export function pngChunk(name: string, content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(name), content, Buffer.alloc(4)])
  chunk.writeUInt32BE(content.length)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

const HEADER_END = 33

/** Adds chunks after the header. */
export function png(width = 256, height = width, ...extra: readonly Buffer[]): Buffer {
  const file = logoPng(width, height)
  return Buffer.concat([file.subarray(0, HEADER_END), ...extra, file.subarray(HEADER_END)])
}

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Adds segments before the frame. `frame` is the marker of a baseline or a progressive picture. */
export function jpeg(width = 256, height = width, { extra = [] as readonly Buffer[], frame = 0xc0 } = {}): Buffer {
  const size = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  size.writeUInt16BE(height, 1)
  size.writeUInt16BE(width, 3)
  const scan = Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])])
  const jfif = jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1'))
  return Buffer.concat([Buffer.from([0xff, 0xd8]), jfif, ...extra, jpegSegment(frame, size), scan, Buffer.from([0xff, 0xd9])])
}

export function webpChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

export function riff(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return webpChunk('RIFF', body)
}

export function lossy(width: number, height: number): Buffer {
  const content = Buffer.from([0x30, 1, 0, 0x9d, 0x01, 0x2a, 0, 0, 0, 0, 7, 7, 7])
  // The two highest bits ask for scaling.
  content.writeUInt16LE(width | 0x4000, 6)
  content.writeUInt16LE(height, 8)
  return webpChunk('VP8 ', content)
}

export function lossless(width: number, height: number): Buffer {
  const content = Buffer.from([0x2f, 0, 0, 0, 0, 7])
  content.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return webpChunk('VP8L', content)
}

export function canvas(width: number, height: number, flags: number): Buffer {
  const content = Buffer.alloc(10)
  content[0] = flags
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return webpChunk('VP8X', content)
}

/** Exif data with a text and an orientation, as cameras write it. */
export function exif(orientation: number, order: 'II' | 'MM'): Buffer {
  const write = (bytes: 2 | 4) => (value: number) => {
    const number = Buffer.alloc(bytes)
    if (order === 'II') number.writeUIntLE(value, 0, bytes)
    else number.writeUIntBE(value, 0, bytes)
    return number
  }
  const [short, long] = [write(2), write(4)]
  const list = [short(2), short(0x10e), short(2), long(secret.length), long(40), short(0x112), short(3), long(1), short(orientation)]
  return Buffer.concat([Buffer.from(order), short(42), long(8), ...list, short(0), long(0), secret])
}

/** A picture with Exif data, if given. A WebP declares metadata at its start and contains it after its pixels. */
export const withExif: Readonly<Record<PictureType, (data?: Buffer) => Buffer>> = {
  'image/png': (data) => png(256, 200, ...(data ? [pngChunk('eXIf', data)] : [])),
  'image/jpeg': (data) => jpeg(256, 200, { extra: data ? [jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), data]))] : [] }),
  'image/webp': (data) => riff(canvas(256, 200, data ? 0x18 : 0x10), lossy(256, 200), ...(data ? [webpChunk('EXIF', data)] : [])),
}

/** Segments that a picture does not need, some with the name of one that it needs. */
const jpegMetadata = [
  ...[0xe1, 0xe2, 0xed, 0xfe, 0xf0, 0xdc].map((marker) => jpegSegment(marker, secret)),
  ...['JFIF\0', 'JFXX\0'].map((name) => jpegSegment(0xe0, Buffer.concat([Buffer.from(name), secret]))),
  jpegSegment(0xee, Buffer.concat([Buffer.from('Adobe'), secret])),
]

/** Pictures with everything that photos contain besides pixels. */
export const withMetadata: Readonly<Record<PictureType, Buffer>> = {
  'image/png': Buffer.concat([png(256, 200, pngChunk('eXIf', secret), pngChunk('tEXt', secret), pngChunk('zzZz', secret)), secret]),
  'image/jpeg': Buffer.concat([jpeg(256, 200, { extra: jpegMetadata, frame: 0xc2 }), secret]),
  'image/webp': Buffer.concat([
    riff(canvas(256, 200, 0x1c), lossy(256, 200), webpChunk('EXIF', secret), webpChunk('XMP ', secret)),
    secret,
  ]),
}
