/** Names the sources of earnings for statements: a campaign, or the brand of a partnership. */
import { type EarningSource, Id } from '@reelfair/contracts'
import type { Scope } from '@reelfair/service-kit'
import { brands } from './brands.ts'
import { namesOf } from './campaigns.ts'
import { postedTotals } from './posted-totals.ts'

export interface Source {
  readonly of: EarningSource
  readonly title?: string | undefined
}

/** @param subjects ids of campaigns and partnerships; others, such as those of transfers, have no source */
export async function sourcesOf(scope: Scope, subjects: readonly string[]): Promise<ReadonlyMap<string, Source>> {
  const ids = [...new Set(subjects)].filter((subject) => Id.safeParse(subject).success)
  const campaigns = await namesOf(scope, ids)
  const partnerships = (await postedTotals.byIds(scope, ids)).filter(({ earner }) => earner === 'partnership')
  const known = await brands.byIds(
    scope,
    partnerships.map(({ brandId }) => brandId),
  )
  const nameOf = new Map(known.map(({ id, brandName }) => [id, brandName]))
  return new Map<string, Source>([
    ...[...campaigns].map(([id, title]) => [id, { of: 'campaign', title }] as const),
    ...partnerships.map(({ id, brandId }) => [id, { of: 'partnership', title: nameOf.get(brandId) }] as const),
  ])
}
