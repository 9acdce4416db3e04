import { type FileHandle, open } from 'node:fs/promises'
import { LOGO_SIZE, type Media, type MediaType, Refusal, refuse } from '@reelfair/contracts'
import { withTimeout } from '@reelfair/service-kit'
import { checkDuration, checkSize, HEAD_BYTES, typeOf } from '../domain/media.ts'
import { isOnlyMedia } from './file-structure.ts'

/** Time limit for decoding a file; a legitimate upload never takes longer. */
const WITHIN_SECONDS = 15

/** Longest possible duration of a video's last frame; enough even at ten frames per second. */
const LAST_FRAME_SECONDS = 0.2

/**
 * Loads the decoder at the first upload, because most processes never receive an upload and should use little memory.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // A cache would be useless, because sharp reads each file only once.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

type Facts = Pick<Media, 'kind' | 'type' | 'width' | 'height' | 'durationS'>

/**
 * @param announced the content type that the client sent; must match the file's content
 * @throws Refusal `media_type`, `media_dimensions`, `media_too_short`, `media_image_unreadable`,
 * `media_video_unreadable`
 */
export async function checkFile(path: string, announced: string): Promise<Facts> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const type = typeOf(buffer.subarray(0, bytesRead))
    if (!type || type !== announced) refuse('media_type')
    return type === 'video/webm' ? await judgeVideo(path, file) : await judgeImage(path, type, file)
  } finally {
    await file.close()
  }
}

async function judgeImage(path: string, type: MediaType, file: FileHandle): Promise<Facts> {
  const sharp = await loadSharp()
  return orRefuse('media_image_unreadable', async () => {
    const format = type === 'image/png' ? 'png' : 'jpeg'
    // Reads only the header, so that an image too large for memory is refused before decoding.
    const { autoOrient, format: read } = await sharp(path, { limitInputPixels: false }).metadata()
    if (read !== format) refuse('media_image_unreadable')
    checkSize(autoOrient)
    // Decodes the entire image, because only a full decode detects a truncated file.
    const decoder = sharp(path, { limitInputPixels: LOGO_SIZE.width * LOGO_SIZE.height, failOn: 'error' })
    await decoder.timeout({ seconds: WITHIN_SECONDS }).raw().toBuffer()
    if (!(await isOnlyMedia(file, type))) refuse('media_image_unreadable')
    return { kind: 'image', type, ...LOGO_SIZE }
  })
}

async function judgeVideo(path: string, file: FileHandle): Promise<Facts> {
  const { FilePathSource, Input, WEBM } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path, { maxCacheSize: 1024 * 1024 }), formats: [WEBM] })
  try {
    return await withTimeout(orRefuse('media_video_unreadable', read), WITHIN_SECONDS * 1_000, () => refuse('media_video_unreadable'))
  } finally {
    input.dispose()
  }

  async function read(): Promise<Facts> {
    if (!(await isOnlyMedia(file, 'video/webm'))) refuse('media_video_unreadable')
    const track = await input.getPrimaryVideoTrack()
    if (!track) return refuse('media_video_unreadable')
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
    checkSize({ width, height })
    const durationS = durationOf(await track.computeDuration(), await input.getDurationFromMetadata())
    checkDuration(durationS)
    return { kind: 'webm', type: 'video/webm', width, height, durationS: Math.round(durationS * 1_000) / 1_000 }
  }
}

/**
 * WEBM does not store the last frame's duration, so the sum of the frame durations is too low. Uses the duration stated
 * in the file if it is longer by at most one frame. All values are in seconds.
 */
const durationOf = (counted: number, stated: number | null) =>
  stated !== null && stated > counted && stated - counted <= LAST_FRAME_SECONDS ? stated : counted

/** Replaces any decoder error, because its message is not meant for clients. */
async function orRefuse<T>(code: 'media_image_unreadable' | 'media_video_unreadable', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(code)
  }
}
