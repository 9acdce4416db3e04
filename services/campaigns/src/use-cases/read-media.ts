import type { MediaPath } from '@reelfair/contracts'
import { type Answer, type Context, found, type StreamedFile } from '@reelfair/service-kit'
import { isLogoUsed } from '../store/campaigns.ts'
import { readFile } from '../store/files.ts'
import { findMedia, type StoredMedia } from '../store/media.ts'

const EXTENSION = { 'image/png': 'png', 'image/jpeg': 'jpg', 'video/webm': 'webm' } as const

/** Brands may read their own logos, creators those of invitations and of started campaigns, and admins all logos. */
export async function readMedia({ mediaId, download }: MediaPath, ctx: Context<'brand' | 'creator' | 'admin'>) {
  const media = await findMedia(ctx, mediaId)
  const { role, id } = ctx.actor
  const isShown = async () => media.invitedUntil !== undefined || isLogoUsed(ctx, mediaId)
  const isAllowed = role === 'admin' || (role === 'brand' ? media.brandId === id : await isShown())
  found(isAllowed ? media : undefined)
  const open: StreamedFile['open'] = (part) => readFile(ctx, mediaId, part)
  return { media, download: download !== undefined, open }
}

/** Prevents browsers from guessing the file's type. They may cache the file, because its content never changes. */
export const sendMedia = ({ media, download, open }: { media: StoredMedia; download: boolean; open: StreamedFile['open'] }): Answer => ({
  body: undefined,
  file: { bytes: media.bytes, open },
  headers: {
    'Content-Type': media.type,
    'Content-Disposition': `${download ? 'attachment' : 'inline'}; filename="logo.${EXTENSION[media.type]}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, max-age=86400, immutable',
  },
})
