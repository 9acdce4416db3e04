/** Runs all of the service's queries against large collections to check that each query uses an index. */
import {
  AccountUpdated,
  BrandRegistered,
  DataExportRequested,
  RefreshCompleted,
  SettingChanged,
  UserDeleted,
  UserDeletionBlocked,
  UserDeletionRequested,
} from '@reelfair/contracts'
import { databaseUse, type Explained, movableClock, multiply, person, startService, times, watchQueries } from '@reelfair/testkit'
import { campaigns } from '../app.ts'
import { deletion } from '../store/erase-user.ts'
import { userExport } from '../use-cases/export-user.ts'
import { removeOldDrafts } from '../use-cases/remove-old-drafts.ts'
import { settleDay } from '../use-cases/settle-day.ts'
import { sweepMedia } from '../use-cases/sweep-media.ts'
import { aCampaign, aCreatorWithAccount, aLogo, aRunningCampaign, aSignUp, viewsQualified } from './a-campaign.ts'
import { invitationRequested, invitationSent, partnershipAccepted } from './invitations.ts'

const DAY = '2026-11-22'

function* publicQueries() {
  const views = [{}, { minViews: 50_000 }, { maxViews: 1_000 }, { minViews: 2_000, maxViews: 9_000 }]
  for (const language of [undefined, 'de'])
    for (const category of [undefined, 'Food_Cooking'])
      for (const remaining of ['all', '24h', '3d', '7d', '30d'])
        for (const goal of views) yield { remaining, ...goal, ...(language && { language }), ...(category && { category }) }
}

/**
 * Queries that may read more documents than they return. Ended but unsettled campaigns are found by searching a brand's
 * active campaigns. The public list checks the goal's limits in the index: MongoDB reads no documents for this, but the
 * embedded database does.
 */
const mayReadMore = ({ find, filter }: Explained) => find === 'campaigns' && ('brandId' in filter ? '$or' in filter : 'viewsGoal' in filter)

export async function runAllQueries(documents: number): ReturnType<typeof databaseUse> {
  watchQueries()
  const clock = movableClock('2026-11-21T12:00:00Z')
  const app = await startService(campaigns, { clock, env: { SETTLEMENT_PATIENCE_SECONDS: '0' }, workers: false })
  const brand = person('brand')
  const mediaId = await aLogo(app, brand)
  const fields = { brand, mediaId }
  const joined = await aRunningCampaign(app, fields)
  for (const more of [
    { viewsGoal: 100_000, duration: '1 month' },
    { language: 'de', viewsGoal: 5_000 },
    { category: 'Food_Cooking', viewsGoal: 1_000 },
    { language: 'de', category: 'Food_Cooking' },
  ])
    await aRunningCampaign(app, { ...fields, ...more })
  const failed = await aCampaign(app, fields)
  await app.deliver(failed.refused)
  const deleted = await aRunningCampaign(app, fields)
  await app.as(brand).del(`/campaigns/${deleted.id}`)
  const settled = await aRunningCampaign(app, { ...fields, viewsGoal: 1_000 })
  const one = await aSignUp(app, joined.id)
  const other = await aSignUp(app, settled.id)
  await app.as(brand).put('/drafts/current', { step: 2, name: 'Half' })
  await app.deliver(viewsQualified(other.id, 1, { qualified: 1_000 }))
  await app.deliver(viewsQualified(one.id, 1, { qualified: 400 }))
  await app.deliver(RefreshCompleted.of({ day: DAY, accounts: 1, failed: 0 }))
  await settleDay({ day: DAY }, app.context())

  await multiply(app, documents)
  // One brand, one creator and one campaign each own many documents.
  for (const keep of [[brand.id], [one.creator.id], [joined.id]]) await multiply(app, Math.min(1_000, documents / 3), { keep })

  // The copies are not settled, because other tests cover settlement. The query for due campaigns still runs.
  const rows = app.database
  await rows.collection('campaigns').updateMany({ _id: { $ne: joined.id as never } }, { $unset: { nextSettlement: 1 } })

  const late = await aCreatorWithAccount(app)
  const ask = async () => {
    const asBrand = app.as(brand)
    const asCreator = app.as(one.creator)
    for (const tab of [undefined, 'active', 'completed', 'expired']) await asBrand.get('/campaigns', tab ? { tab } : {})
    const page = (await asBrand.get('/campaigns', { limit: 5 })).body
    await asBrand.get('/campaigns', { limit: 5, cursor: page.next })
    for (const path of ['/campaigns/summary', '/drafts/current', `/campaigns/${joined.id}`, `/media/${mediaId}`]) await asBrand.get(path)
    const registered = (await asBrand.get(`/campaigns/${joined.id}/sign-ups`)).body
    await asBrand.get(`/campaigns/${joined.id}/sign-ups`, { cursor: registered.next })
    await asBrand.patch(`/campaigns/${joined.id}`, { name: 'Spring' })
    await asBrand.put('/drafts/current', { step: 3 })
    await asBrand.del('/drafts/current')
    for (const query of publicQueries()) await asCreator.get('/public-campaigns', query)
    const list = (await asCreator.get('/public-campaigns')).body
    await asCreator.get('/public-campaigns', { cursor: list.next })
    await asCreator.get(`/media/${mediaId}`)
    const mine = (await asCreator.get('/sign-ups')).body
    await asCreator.get('/sign-ups', { cursor: mine.next })
    await asCreator.get(`/sign-ups/${one.id}/receipt`)
    await asBrand.get(`/sign-ups/${one.id}/receipt`)
    await late.joins(joined.id)
    for (const gone of [person('creator'), person('brand')]) {
      await app.as(gone).get('/deletion-obstacles')
      await app.deliver(UserDeletionRequested.of({ userId: gone.id, role: gone.role, attempt: 1 }))
      await app.deliver(UserDeletionBlocked.of({ userId: gone.id, attempt: 1 }))
      await app.deliver(UserDeleted.of({ userId: gone.id, role: gone.role }))
      while (await deletion.worker.run(app.context()));
    }
    // A new brand, because the copied campaigns have used up the first brand's daily limit on campaigns without
    // credits.
    const fresh = await aRunningCampaign(app)
    await app.as(fresh.brand).del(`/campaigns/${fresh.id}`)
    await app.deliver((await aCampaign(app)).refused)
    await app.deliver(invitationRequested(brand.id, mediaId))
    await app.deliver(invitationSent(brand.id, mediaId, clock.now()))
    await app.deliver(partnershipAccepted(brand.id, mediaId, clock.now(), clock.now()))
    await app.deliver(BrandRegistered.of({ brandId: person('brand').id, brandName: 'Alpine', version: 1 }))
    for (const { id, role } of [brand, one.creator]) {
      await app.deliver(DataExportRequested.of({ exportId: crypto.randomUUID(), userId: id, role }))
      for (const _ of times(6, () => 0)) await userExport.worker.run(app.context())
    }
    await app.deliver(SettingChanged.of({ key: 'video_window_days', value: 9, validFrom: app.clock.now(), version: 1 }))
    const { verified } = await aCreatorWithAccount(app)
    await app.deliver(AccountUpdated.of(verified().data as object, { version: 2 }))
    await app.deliver(viewsQualified(one.id, 2, { qualified: 500 }))
    await app.deliver(RefreshCompleted.of({ day: '2026-11-23', accounts: 1, failed: 0 }))
    await settleDay({ day: '2026-11-23' }, app.context())
    await removeOldDrafts({ day: DAY }, app.context())
    await sweepMedia({ day: DAY }, app.context())
  }
  return databaseUse(app, campaigns, ask, mayReadMore)
}
