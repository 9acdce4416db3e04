/** Forms of the social pages: words of a form into what the JSON API takes too. */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { AccountEdit, NewVideo, type VideoEdit } from './network.ts'
import { readVideo } from './read-video.ts'
import type { Logo } from './state.ts'

type Form = Readonly<Record<string, string>>

/** Longer than a Reel of a phone, shorter than what a machine minds. */
export const MOST_BYTES = 200 * 1024 * 1024

/** Where in the frame a person puts the logo, in words; the box comes from the frame. */
export const LOGO_CHOICES = {
  good: 'in the upper half, large enough',
  small: 'in the upper half, too small',
  low: 'in the lower half',
  absent: 'not in the video',
  unknown: 'cannot be told',
} as const
type LogoChoice = keyof typeof LOGO_CHOICES

/** 1072×250 are the banner's sizes; 6 % of the area is the least that counts. */
export function logoOf(choice: string, { width, height }: { width: number; height: number }): Logo {
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

/** @throws ZodError */
export function accountEdit(form: Form): z.infer<typeof AccountEdit> {
  const { username, bio = '', bioLinks, followers, averageViews, language, category, country, city } = form
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
    language,
    category,
    country,
    city,
  })
}

/** @throws RangeError when it is too large */
export async function multipart(request: IncomingMessage): Promise<FormData> {
  const length = Number(request.headers['content-length'])
  if (!(length <= MOST_BYTES)) throw new RangeError('The file is too large: 200 MB at most.')
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(Readable.toWeb(request) as ReadableStream, { headers }).formData().catch(() => {
    throw new RangeError('The form did not arrive whole.')
  })
}

/** A video by the publishing form; of the file its sizes and its duration. @throws RangeError, ZodError */
export async function videoOfForm(form: FormData): Promise<z.infer<typeof NewVideo>> {
  const text = (name: string) => String(form.get(name) ?? '')
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) throw new RangeError('Choose a video file: an MP4 or a WEBM.')
  const facts = await readVideo(await file.arrayBuffer())
  return NewVideo.parse({
    caption: text('caption').replaceAll('\r\n', '\n'),
    paidLabel: labelOf(text('paidLabel')),
    logo: logoOf(text('logo'), facts),
    curve: { kind: text('curve'), views: text('views') },
    file: file.name.slice(0, 200),
    ...facts,
  })
}

const labelOf = (word: string): boolean | 'unknown' => (word === 'unknown' ? word : word === 'yes')

/** @throws ZodError */
export const videoEdit = (form: Form, video: { width: number; height: number }): z.infer<typeof VideoEdit> => ({
  caption: (form.caption ?? '').replaceAll('\r\n', '\n'),
  paidLabel: labelOf(form.paidLabel ?? ''),
  ...(form.logo ? { logo: logoOf(form.logo, video) } : {}),
})
