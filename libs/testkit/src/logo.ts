import { crc32, deflateSync } from 'node:zlib'

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

/**
 * Returns a valid, all-black PNG of a few hundred bytes. The default is the size required for logos.
 * @example await app.as(brand).post('/media', logoPng(), { headers: { 'content-type': 'image/png' } })
 */
export function logoPng(width = 1072, height = 250): Buffer {
  const grey8 = Buffer.from([8, 0, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), grey8])),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
