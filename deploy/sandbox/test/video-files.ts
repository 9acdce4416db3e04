/** Valid three-second video files (720×1280) whose frames contain no image data. */
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output, WebMOutputFormat } from 'mediabunny'

const FRAMES = 30
const FRAME_S = 0.1
const size = { codedWidth: 720, codedHeight: 1_280 }

export async function vertical(format: 'mp4' | 'webm'): Promise<ArrayBuffer> {
  const target = new BufferTarget()
  const output = new Output({ format: format === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(), target })
  const source = new EncodedVideoPacketSource('vp9')
  output.addVideoTrack(source)
  await output.start()
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const packet = new EncodedPacket(new Uint8Array([0x82, 0x49, 0x83, 0x42, 0, frame]), 'key', frame * FRAME_S, FRAME_S)
    await source.add(packet, { decoderConfig: { codec: 'vp09.00.31.08', ...size } })
  }
  await output.finalize()
  if (!target.buffer) throw new Error('video file not created')
  return target.buffer
}
