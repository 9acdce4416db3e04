/** Judges an uploaded file by its content: sharp decodes images, mediabunny reads WEBM. Neither is given more than it needs. */
import { type FileHandle, open } from 'node:fs/promises'
import { LOGO_SIZE, type Media, type MediaType, Refusal, refuse } from '@reelfair/contracts'
import { FilePathSource, Input, WEBM } from 'mediabunny'
import sharp from 'sharp'
import { checkDuration, checkSize, HEAD_BYTES, typeOf } from '../domain/media.ts'

/** A file that keeps a decoder busy for longer is none that a person would upload. */
const WITHIN_SECONDS = 15

/** The longest that a last frame may be shown: ten frames a second are slow. */
const LAST_FRAME_SECONDS = 0.2

// Files come once; what is kept of one would only grow.
sharp.cache(false)
sharp.concurrency(1)

type Facts = Pick<Media, 'kind' | 'type' | 'width' | 'height' | 'durationS'>

/**
 * @param announced what the sender says it is; the content has to say the same
 * @throws Refusal `media_type`, `media_dimensions`, `media_too_short`, `media_image_unreadable`, `media_video_unreadable`
 */
export async function judgeFile(path: string, announced: string): Promise<Facts> {
  const file = await open(path)
  try {
    const type = typeOf(await bytesAt(file, 0, HEAD_BYTES))
    if (!type || type !== announced) refuse('media_type')
    return type === 'video/webm' ? await judgeVideo(path, file) : await judgeImage(path, type, file)
  } finally {
    await file.close()
  }
}

async function judgeImage(path: string, type: MediaType, file: FileHandle): Promise<Facts> {
  return otherwise('media_image_unreadable', async () => {
    const format = type === 'image/png' ? 'png' : 'jpeg'
    // Only the header is read, so that the size of a picture that would fill the memory is told before anything is decoded.
    const { autoOrient, format: read } = await sharp(path, { limitInputPixels: false }).metadata()
    if (read !== format) refuse('media_image_unreadable')
    checkSize(autoOrient)
    // Whole, to its last line: what is cut off shows only here.
    const decoder = sharp(path, { limitInputPixels: LOGO_SIZE.width * LOGO_SIZE.height, failOn: 'error' })
    await decoder.timeout({ seconds: WITHIN_SECONDS }).raw().toBuffer()
    if (!(await (type === 'image/png' ? endsWithPng(file) : endsWithJpeg(file)))) refuse('media_image_unreadable')
    return { kind: 'image', type, ...LOGO_SIZE }
  })
}

async function judgeVideo(path: string, file: FileHandle): Promise<Facts> {
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
    if (!(await endsWithWebm(file))) refuse('media_video_unreadable')
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

// —— a file ends where its format says: nothing may hide behind it ——

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const sizeOf = async (file: FileHandle) => (await file.stat()).size

/** Chunk by chunk: the last is IEND, and the file ends with it. */
async function endsWithPng(file: FileHandle): Promise<boolean> {
  const size = await sizeOf(file)
  for (let at = 8; at + 12 <= size; ) {
    const head = await bytesAt(file, at, 8)
    const isLast = head.toString('latin1', 4, 8) === 'IEND'
    at += 12 + head.readUInt32BE(0)
    if (isLast) return at === size
  }
  return false
}

async function endsWithJpeg(file: FileHandle): Promise<boolean> {
  const tail = await bytesAt(file, (await sizeOf(file)) - 2, 2)
  return tail[0] === 0xff && tail[1] === 0xd9
}

const SEGMENT = 0x18538067
const VOID = 0xec

/** Element by element on the highest level: a header, one segment, and nothing else but padding. A live recording does not tell its segment's size. */
async function endsWithWebm(file: FileHandle): Promise<boolean> {
  const size = await sizeOf(file)
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

/** A number of EBML: its first byte's leading zeros say how long it is. An id keeps that mark, a size does not. */
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
