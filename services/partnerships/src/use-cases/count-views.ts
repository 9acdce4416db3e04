import { type DataOf, PartnershipCounted, type ViewsQualified } from '@reelfair/contracts'
import { type Context, found } from '@reelfair/service-kit'
import { keepNewest } from '../domain/partnership.ts'
import { partnerships } from '../store/partnerships.ts'

/** Stores the newest revision of a partnership's totals, because events may arrive in any order. */
export const countViews = ({ subject, assignmentId, videos, ...totals }: DataOf<typeof ViewsQualified>, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (subject !== 'partnership') return
    const counted = keepNewest(found(await partnerships.byId(tx, assignmentId)), totals)
    if (!counted) return
    const [first] = videos.map(({ publishedAt }) => new Date(publishedAt)).sort((a, b) => +a - +b)
    const after = await partnerships.save(tx, { ...counted, totals, firstVideoAt: first ?? counted.firstVideoAt })
    tx.emit(PartnershipCounted.of(after, { partnershipId: assignmentId }))
  })
