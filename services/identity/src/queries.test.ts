import {
  AccountAdded,
  AccountRemoved,
  AccountUpdated,
  AccountVerified,
  CampaignRenamed,
  CampaignRequested,
  DataExportPart,
  DataExportRequested,
  SERVICES,
  UserCampaignsChecked,
  UserInvitationsChecked,
  UserMoneyChecked,
} from '@reelfair/contracts'
import { databaseUse, multiply, queueMetrics, times, watchQueries } from '@reelfair/testkit'
import { png } from '@reelfair/testkit/pictures'
import { expect, test } from 'vitest'
import { signUnsubscribe } from './adapters/unsubscribe-token.ts'
import { identity } from './app.ts'
import { eventSamples } from './event-samples.fixture.ts'
import { chosen, googlePerson } from './google.fixture.ts'
import { startFactorIdentity } from './second-factor.fixture.ts'
import { deletion } from './store/erase-user.ts'
import { announceTerms } from './use-cases/announce-terms.ts'
import { deleteNextUser } from './use-cases/delete-user.ts'
import { userExport } from './use-cases/export-user.ts'
import { removeKeptRecords } from './use-cases/remove-kept-records.ts'
import { removeOldDataExports } from './use-cases/remove-old-data-exports.ts'
import { removeOldRecords } from './use-cases/remove-old-records.ts'
import { removeUnconfirmedUsers } from './use-cases/remove-unconfirmed-users.ts'
import { sendNextMail } from './use-cases/send-next-mail.ts'
import { PASSWORD } from './users.fixture.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 300)

watchQueries()
const { app, user, signIn, exchange, signUp, newEmail, resend, confirm, askForLink, signInByLink, post, visit, withFactor } =
  await startFactorIdentity({}, { workers: false })
async function deleteSomebody() {
  const { id, email } = await user('creator')
  const me = { id, role: 'creator', complete: true, sessionId: crypto.randomUUID() } as const
  await app.as(me).get('/account/deletion')
  await app.as(me).post('/account/deletion', { email, password: PASSWORD })
  const answer = { userId: id, attempt: 1, obstacles: [] }
  await app.deliver(UserCampaignsChecked.of({ ...answer, earnedCents: 0 }))
  await app.deliver(UserInvitationsChecked.of({ ...answer, earnedCents: 0 }))
  await app.deliver(UserMoneyChecked.of({ ...answer, hasBought: false }))
  while (await deleteNextUser(app.context()));
  while (await deletion.worker.run(app.context()));
}
const key = app.context().ports.unsubscribeKey

test('uses an index for every query and reads at most three documents per returned document', {
  timeout: 1_800_000,
}, async () => {
  const brand = await user('brand')
  const { secret } = await signIn(brand.email)
  await signIn(brand.email, 'wrong horse')
  await signUp({ email: newEmail() })
  const me = { id: brand.id, role: 'brand', complete: true, sessionId: crypto.randomUUID() } as const
  await user('admin')
  const guarded = await withFactor()
  const { cases } = eventSamples(brand, await user('creator'), () => app.clock.now())
  for (const [, event] of cases) await app.deliver(event())
  await app.as(me).put('/notifications/choices', { group: 'campaigns', mail: false })
  await app.as('admin').post('/admin/settings/review_hours', { value: 10, reason: 'Test', expectedVersion: 0 })
  // The mail server does not respond, so the copies include postponed e-mails.
  await sendNextMail(app.context())
  await multiply(app, documents)
  expect((await queueMetrics(app, 'mails')).oldestAge).toBeGreaterThan(0)

  const ask = async () => {
    const { device } = await signIn(brand.email)
    await signIn(brand.email, 'wrong horse', 'visitor', device)
    await askForLink(brand.email)
    await signInByLink('no-token-of-anybody')
    await signIn('nobody@example.org')
    await exchange(secret)
    const email = newEmail()
    await signUp({ email })
    await resend(email)
    await app.as('visitor').post('/contact-messages', { name: 'Ada', email, topic: 'general', message: 'Hello' })
    await confirm('no-token-of-anybody')
    const googleUser = googlePerson()
    const { oauth } = await visit(googleUser)
    await post('/google/registrations', chosen, { oauth })
    await visit(googleUser)
    const unverified = await visit(googlePerson({ email: brand.email, email_verified: false }))
    await post('/google/links', { password: PASSWORD }, { oauth: unverified.oauth })
    await sendNextMail(app.context()).catch(() => undefined)
    await removeUnconfirmedUsers({ day: '2026-11-22' }, app.context())
    await announceTerms({ day: '2026-11-22' }, app.context())
    await app.as(me).post('/terms-acceptances', { version: '1.1' })
    await deleteSomebody()
    await removeOldRecords({ day: '2026-11-22' }, app.context())
    await removeKeptRecords({ day: '2026-11-22' }, app.context())
    const notifications = ['/notifications?limit=5', '/notifications/unread', '/notifications/choices']
    for (const path of [
      '/me',
      '/brand',
      '/session',
      '/account',
      '/google/connection',
      '/second-factor',
      '/brand/company',
      '/security-events?limit=5',
      '/sessions',
      ...notifications,
    ])
      await app.as(me).get(path)
    await post('/sessions/by-code', { code: '123456' }, { challenge: (await signIn(guarded.email)).challenge })
    await post('/second-factor/removals', { password: PASSWORD, code: '123456' }, { as: guarded.as })
    for (const path of ['/google/disconnections', '/google/connections']) await post(path, { password: PASSWORD }, { as: me })
    await app.as(me).put('/account/language', { locale: 'fr' })
    await app.as(me).post('/data-exports')
    for (const _ of times(6, () => 0)) await userExport.worker.run(app.context())
    const { id: exportId } = (await app.as(me).get('/data-exports/latest')).body.latest
    for (const service of SERVICES.filter((one) => one !== 'identity'))
      await app.deliver(DataExportPart.of({ exportId, service, index: 0, last: true, json: '{}' }))
    await app.deliver(DataExportRequested.of({ exportId: crypto.randomUUID(), userId: brand.id, role: 'brand' }))
    await app.as(me).post(`/data-exports/${exportId}/file`, { password: PASSWORD })
    app.clock.advance({ days: 8 })
    await removeOldDataExports({ day: '2026-11-30' }, app.context())
    await app.as('visitor').post('/password-resets', { email: brand.email })
    await app.as('visitor').post('/link-checks', { purpose: 'reset', token: 'no-token-of-anybody' })
    await app.as('visitor').post('/password-resets/confirm', { token: 'no-token-of-anybody', password: 'fjord lantern 41' })
    await app.as(me).post('/email-changes', { email: newEmail(), password: PASSWORD })
    await app.as('visitor').post('/email-changes/confirm', { token: 'no-token-of-anybody', password: PASSWORD })
    for (const currentPassword of ['wrong horse', PASSWORD]) await app.as(me).put('/password', { currentPassword, password: PASSWORD })
    const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example', termsAccepted: true }
    const company = { legalName: 'Alpine', legalForm: 'SAS', addressLine1: '1 rue', postalCode: '75011', country: 'FR' }
    await app.as(me).put('/brand', { brandName: 'Alpine', ...contact })
    await app.as(me).put('/brand/company', { ...company, city: crypto.randomUUID() })
    await app.as(me).put('/brand/company/skipped')
    const logo = (await app.as(me).post('/brand/logo', png(), { headers: { 'content-type': 'image/png' } })).body
    await app.as('visitor').get(`/brand-logos/${logo.logoId}`)
    await app.as(me).del('/brand/logo')
    await app.as(me).post('/brand/logo', png(), { headers: { 'content-type': 'image/png' } })
    const accountId = crypto.randomUUID()
    const facts = {
      network: 'instagram',
      username: 'lea.films',
      externalId: 'x',
      followers: 1,
      averageViews: null,
      isPublic: true,
    } as const
    const account = { accountId, creatorId: (await user('creator')).id, ...facts }
    await app.deliver(AccountAdded.of({ ...account, version: 1 }))
    await app.deliver(AccountVerified.of({ ...account, version: 2 }))
    await app.deliver(AccountUpdated.of({ ...account, version: 3 }))
    await app.deliver(AccountRemoved.of({ ...account, version: 4 }))
    for (const [, event] of cases) await app.deliver(event())
    const campaign = { campaignId: crypto.randomUUID(), brandId: brand.id, network: 'tiktok', viewsGoal: 1_000 } as const
    await app.deliver(CampaignRequested.of({ ...campaign, name: 'Fridge', version: 1 }))
    await app.deliver(CampaignRenamed.of({ ...campaign, name: 'Door', version: 2 }))
    const { items, next } = (await app.as(me).get('/notifications?limit=5')).body
    await app.as(me).get(`/notifications?limit=5&cursor=${next}`)
    const log = (await app.as(me).get('/security-events?limit=1')).body
    await app.as(me).get(`/security-events?limit=1&cursor=${log.next}`)
    const history = (await app.as(me).get('/brand/declarations?limit=1')).body
    await app.as(me).get(`/brand/declarations?limit=1&cursor=${history.next}`)
    // The queries are explained at the end. Later events of the same millisecond would come before the cursor.
    app.clock.advance({ ms: 1 })
    await app.as(me).put(`/notifications/${items[0].id}/read`)
    await app.as(me).put('/notifications/read', { upTo: items[0].number })
    await app
      .as('visitor')
      .post('/unsubscriptions', { token: signUnsubscribe({ userId: brand.id, group: 'reviews', at: app.clock.now() }, key) })
    for (const which of ['current', crypto.randomUUID(), 'others', '']) await app.as(me).del(`/sessions/${which}`.replace(/\/$/, ''))
    for (const path of ['/public-settings', '/admin/settings', '/admin/audit-log', '/admin/brands?limit=2', '/admin/brands?name=alp'])
      await app.as('admin').get(path)
    for (const filter of [{ key: 'review_hours' }, { person: brand.email }, { key: 'review_hours', person: brand.email }])
      await app.as('admin').get('/admin/audit-log', { ...filter, limit: 2 })
    const version = (await app.as('admin').get('/admin/settings')).body.review_hours.version
    await app.as('admin').post('/admin/settings/review_hours', { value: 10 + (version % 2), reason: 'Test', expectedVersion: version })
    const card = { campaignCentsPer1000: 11, partnershipCentsPer1000: 20 }
    const refused = { value: card, reason: 'Test', expectedVersion: 1, validFrom: '2999-01-01' }
    await app.as('admin').post('/admin/settings/rate_card', refused)
  }
  const { queryCount, faults } = await databaseUse(app, identity, ask)
  expect(faults).toEqual([])
  expect(queryCount).toBeGreaterThan(10)
})
