import type { AccountAdded, AccountRemoved, CampaignRenamed, CampaignRequested, DataOf } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { putAccountName, putCampaignName } from '../store/names.ts'

type Named = Pick<DataOf<typeof CampaignRequested | typeof CampaignRenamed>, 'campaignId' | 'name' | 'version'>

export const rememberCampaignName = ({ campaignId, name, version }: Named, ctx: Context) =>
  ctx.transact((tx) => putCampaignName(tx, { id: campaignId, name, version, copiedAt: ctx.now() }))

export const rememberAccountIn = (tx: Tx, { accountId, creatorId, username, version }: DataOf<typeof AccountAdded>) =>
  putAccountName(tx, { id: accountId, creatorId, username, version })

export const rememberAccount = (account: DataOf<typeof AccountAdded>, ctx: Context) => ctx.transact((tx) => rememberAccountIn(tx, account))

export const forgetAccount = ({ accountId, creatorId, version }: DataOf<typeof AccountRemoved>, ctx: Context) =>
  ctx.transact((tx) => putAccountName(tx, { id: accountId, creatorId, version, removedAt: ctx.now() }))
