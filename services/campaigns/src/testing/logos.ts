import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'
import sharp from 'sharp'

const SIZE = { width: 1072, height: 250 }

export const image = (format: 'png' | 'jpeg' | 'webp', size: Partial<typeof SIZE> = {}): Promise<Buffer> =>
  sharp({ create: { ...SIZE, ...size, channels: 3, background: '#2a6' } })
    .toFormat(format)
    .toBuffer()

/** Noise contains every byte value; the image also has EXIF metadata. */
export const noise = (format: 'png' | 'jpeg', options: { readonly progressive?: boolean }): Promise<Buffer> =>
  sharp({ create: { ...SIZE, channels: 3, background: '#2a6', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .withExif({ IFD0: { Software: 'Reelfair’s tests', Copyright: 'Lea & Co' } })
    .toFormat(format, { quality: 100, ...options })
    .toBuffer()

/** A WEBM file with a valid container but undecodable frames, at ten frames per second. */
export async function video({ seconds = 15, width = SIZE.width, height = SIZE.height, frameBytes = 6 } = {}): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source)
  await output.start()
  for (let frame = 0; frame < seconds * 10; frame += 1) {
    const bytes = new Uint8Array(frameBytes)
    bytes.set([0x82, 0x49, 0x83, 0x42, 0, frame % 256])
    const packet = new EncodedPacket(bytes, 'key', frame / 10, 0.1)
    await source.add(packet, { decoderConfig: { codec: 'vp09.00.31.08', codedWidth: width, codedHeight: height } })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
