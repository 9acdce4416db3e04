import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { AccountEdit, NewVideo, type VideoEdit } from './network.ts'
import { readVideo } from './read-video.ts'
import type { Logo } from './state.ts'

type Form = Readonly<Record<string, string>>

/** Large enough for a Reel filmed on a phone, and small enough to hold in memory. */
const MAX_BYTES = 200 * 1024 * 1024

export const LOGO_CHOICES = {
  good: 'in the upper half, large enough',
  small: 'in the upper half, too small',
  low: 'in the lower half',
  absent: 'not in the video',
  unknown: 'unknown',
} as const
type LogoChoice = keyof typeof LOGO_CHOICES

/** The banner measures 1072×250 pixels. A logo counts when it covers at least 6% of the frame. */
function logoOf(choice: string, { width, height }: { width: number; height: number }): Logo {
  const bar = (share: number, top: number): Logo => {
    const wide = Math.round(width * share)
    const high = Math.round(wide * (250 / 1_072))
    return { present: true, box: { x: Math.round((width - wide) / 2), y: Math.round(height * top), width: wide, height: high } }
  }
  switch (choice as LogoChoice) {
    case 'good':
      return bar(0.9, 0.08)
    case 'small':
      return bar(0.45, 0.08)
    case 'low':
      return bar(0.9, 0.72)
    case 'unknown':
      return 'unknown'
    default:
      return { present: false }
  }
}

const lines = (text = '') => text.split(/[\n,]+/).flatMap((line) => line.trim() || [])

export function accountEdit(form: Form): z.infer<typeof AccountEdit> {
  const { username, bio = '', bioLinks, followers, averageViews, rpmCents, language, category, country, city } = form
  return AccountEdit.parse({
    username,
    bio: bio.replaceAll('\r\n', '\n'),
    bioLinks: lines(bioLinks),
    isPublic: form.isPublic === 'on',
    ageRestricted: form.ageRestricted === 'on',
    isGone: form.isGone === 'on',
    paidLabelConsent: form.paidLabelConsent === 'on',
    followers,
    averageViews,
    rpmCents,
    language,
    category,
    country,
    city,
  })
}

/** @throws RangeError when the upload is too large or incomplete */
export async function multipart(request: IncomingMessage): Promise<FormData> {
  const length = Number(request.headers['content-length'])
  if (!(length <= MAX_BYTES)) throw new RangeError('The file is too large (maximum 200 MB).')
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(Readable.toWeb(request) as ReadableStream, { headers }).formData().catch(() => {
    throw new RangeError('The upload is incomplete. Try again.')
  })
}

/**
 * Uses the dimensions and duration of the uploaded file.
 * @throws RangeError when the file is missing or unreadable
 * @throws ZodError when a field is invalid
 */
export async function videoOfForm(form: FormData): Promise<z.infer<typeof NewVideo>> {
  const text = (name: string) => String(form.get(name) ?? '')
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) throw new RangeError('Choose a video file (MP4 or WEBM).')
  const facts = await readVideo(await file.arrayBuffer())
  return NewVideo.parse({
    caption: text('caption').replaceAll('\r\n', '\n'),
    paidLabel: labelOf(text('paidLabel')),
    logo: logoOf(text('logo'), facts),
    curve: { kind: text('curve'), views: text('views'), turnAfterHours: text('turnAfterHours') || undefined },
    file: file.name.slice(0, 200),
    ...facts,
  })
}

const labelOf = (word: string): boolean | 'unknown' => (word === 'unknown' ? word : word === 'yes')

export const videoEdit = (form: Form, video: { width: number; height: number }): z.infer<typeof VideoEdit> => ({
  caption: (form.caption ?? '').replaceAll('\r\n', '\n'),
  paidLabel: labelOf(form.paidLabel ?? ''),
  ...(form.logo ? { logo: logoOf(form.logo, video) } : {}),
})
