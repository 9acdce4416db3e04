import type { AccountAdded, AccountRemoved, CampaignRenamed, CampaignRequested, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { deletion } from '../store/erase-user.ts'
import { putAccountName, putCampaignName } from '../store/names.ts'

type Named = Pick<DataOf<typeof CampaignRequested | typeof CampaignRenamed>, 'campaignId' | 'brandId' | 'name' | 'version'>

export const rememberCampaignName = ({ campaignId, brandId, name, version }: Named, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (!(await deletion.isDeleted(tx, brandId))) await putCampaignName(tx, { id: campaignId, brandId, name, version, copiedAt: ctx.now() })
  })

export const rememberAccount = ({ accountId, creatorId, username, version }: DataOf<typeof AccountAdded>, ctx: Context) =>
  ctx.transact(async (tx) => {
    if (!(await deletion.isDeleted(tx, creatorId))) await putAccountName(tx, { id: accountId, creatorId, username, version })
  })

export const forgetAccount = ({ accountId, creatorId, version }: DataOf<typeof AccountRemoved>, ctx: Context) =>
  ctx.transact((tx) => putAccountName(tx, { id: accountId, creatorId, version, removedAt: ctx.now() }))
