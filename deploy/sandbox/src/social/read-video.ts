import { BufferSource, Input, MP4, QTFF, WEBM } from 'mediabunny'

export interface VideoFacts {
  readonly width: number
  readonly height: number
  readonly durationS: number
}

/**
 * Returns width and height as displayed (rotated, with square pixels), and the duration in seconds.
 * @throws RangeError when the file is not a readable video
 */
export async function readVideo(bytes: ArrayBuffer): Promise<VideoFacts> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new RangeError('This file does not contain a video.')
    const [width, height, durationS] = [await track.getDisplayWidth(), await track.getDisplayHeight(), await input.computeDuration()]
    return { width, height, durationS }
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new RangeError('This file cannot be read. Use an MP4 or WEBM file.', { cause: error })
  } finally {
    input.dispose()
  }
}
