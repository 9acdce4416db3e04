import type { DataOf, LogoRemoved, LogoStored } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { deletion } from '../store/erase-user.ts'
import { logos } from '../store/logos.ts'

export const rememberLogo = ({ mediaId, ...facts }: DataOf<typeof LogoStored>, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (!(await deletion.isDeleted(tx, facts.brandId))) await logos.putNewer(tx, { ...facts, id: mediaId })
  })

export const forgetLogo = ({ mediaId, ...facts }: DataOf<typeof LogoRemoved>, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (!(await deletion.isDeleted(tx, facts.brandId))) await logos.putNewer(tx, { ...facts, id: mediaId, removedAt: ctx.now() })
  })
