/** Judges an uploaded file by its content: sharp decodes images, mediabunny reads WEBM. Neither is given more than it needs. */
import { type FileHandle, open } from 'node:fs/promises'
import { LOGO_SIZE, type Media, type MediaType, Refusal, refuse } from '@reelfair/contracts'
import { checkDuration, checkSize, HEAD_BYTES, typeOf } from '../domain/media.ts'
import { isNothingElse } from './file-structure.ts'

/** A file that keeps a decoder busy for longer is none that a person would upload. */
const WITHIN_SECONDS = 15

/** The longest that a last frame may be shown: ten frames a second are slow. */
const LAST_FRAME_SECONDS = 0.2

/** Decoders are loaded by the first upload that needs them: most processes never see one, and a process at rest should be small. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Files come once; what is kept of one would only grow.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

type Facts = Pick<Media, 'kind' | 'type' | 'width' | 'height' | 'durationS'>

/**
 * @param announced what the sender says it is; the content has to say the same
 * @throws Refusal `media_type`, `media_dimensions`, `media_too_short`, `media_image_unreadable`, `media_video_unreadable`
 */
export async function judgeFile(path: string, announced: string): Promise<Facts> {
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
  return otherwise('media_image_unreadable', async () => {
    const format = type === 'image/png' ? 'png' : 'jpeg'
    // Only the header is read, so that the size of a picture that would fill the memory is told before anything is decoded.
    const { autoOrient, format: read } = await sharp(path, { limitInputPixels: false }).metadata()
    if (read !== format) refuse('media_image_unreadable')
    checkSize(autoOrient)
    // Whole, to its last line: what is cut off shows only here.
    const decoder = sharp(path, { limitInputPixels: LOGO_SIZE.width * LOGO_SIZE.height, failOn: 'error' })
    await decoder.timeout({ seconds: WITHIN_SECONDS }).raw().toBuffer()
    if (!(await isNothingElse(file, type))) refuse('media_image_unreadable')
    return { kind: 'image', type, ...LOGO_SIZE }
  })
}

async function judgeVideo(path: string, file: FileHandle): Promise<Facts> {
  const { FilePathSource, Input, WEBM } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(path, { maxCacheSize: 1024 * 1024 }), formats: [WEBM] })
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Refusal('media_video_unreadable')), WITHIN_SECONDS * 1_000)
  try {
    return await otherwise('media_video_unreadable', () => Promise.race([read(), late.promise]))
  } finally {
    clearTimeout(timer)
    input.dispose()
  }

  async function read(): Promise<Facts> {
    if (!(await isNothingElse(file, 'video/webm'))) refuse('media_video_unreadable')
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
 * WEBM does not say how long its last frame is shown, so counted frames end a moment early; what the file says of itself is believed as far as that.
 * @returns seconds
 */
const durationOf = (counted: number, stated: number | null) =>
  stated !== null && stated > counted && stated - counted <= LAST_FRAME_SECONDS ? stated : counted

/** Whatever a decoder throws at hostile bytes means that they cannot be read; its words are for nobody. */
async function otherwise<T>(code: 'media_image_unreadable' | 'media_video_unreadable', work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(code)
  }
}
