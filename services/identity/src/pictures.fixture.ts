/** Builds small pictures byte by byte. Nothing decodes them, so their pixels are arbitrary. */
import { logoPng } from '@reelfair/testkit/logo'

export const SECRET = 'GPS 45.899 6.129, camera of Lea'
const secret = Buffer.from(SECRET)

/** The checksum is wrong, which nobody checks. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)])
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
  const jfif = jpegSegment(0xe0, Buffer.from('JFIF\0'))
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

/** Pictures with everything that photos contain besides pixels. */
export const withMetadata: Readonly<Record<'image/png' | 'image/jpeg' | 'image/webp', Buffer>> = {
  'image/png': Buffer.concat([png(256, 200, pngChunk('eXIf', secret), pngChunk('tEXt', secret), pngChunk('zzZz', secret)), secret]),
  'image/jpeg': Buffer.concat([
    jpeg(256, 200, { extra: [0xe1, 0xe2, 0xed, 0xfe].map((marker) => jpegSegment(marker, secret)), frame: 0xc2 }),
    secret,
  ]),
  'image/webp': Buffer.concat([
    riff(canvas(256, 200, 0x1c), lossy(256, 200), webpChunk('EXIF', secret), webpChunk('XMP ', secret)),
    secret,
  ]),
}
