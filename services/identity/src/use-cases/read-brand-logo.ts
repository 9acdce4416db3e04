import { Readable } from 'node:stream'
import type { BrandLogoPath } from '@reelfair/contracts'
import type { Answer, Context } from '@reelfair/service-kit'
import { logoById } from '../store/brand-logos.ts'

const EXTENSION = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

/** Public, because everyone who sees the brand sees its logo. The id is random, and its picture never changes. */
export async function readBrandLogo({ logoId }: BrandLogoPath, ctx: Context<'visitor'>) {
  const { type, picture } = await logoById(ctx, logoId)
  return { type, picture: Buffer.from(picture, 'base64') }
}

/**
 * Prevents browsers from guessing the file's type. Only the browser may cache the picture, and for a day, so that a
 * removed logo soon disappears everywhere.
 */
export const sendBrandLogo = ({ type, picture }: Awaited<ReturnType<typeof readBrandLogo>>): Answer => ({
  body: undefined,
  file: {
    bytes: picture.length,
    open: ({ start, end } = { start: 0, end: picture.length - 1 }) => Readable.from([picture.subarray(start, end + 1)]),
  },
  headers: {
    'Content-Type': type,
    'Content-Disposition': `inline; filename="logo.${EXTENSION[type]}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, max-age=86400, immutable',
  },
})
