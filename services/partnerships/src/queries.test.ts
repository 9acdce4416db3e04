import { AccountRemoved } from '@reelfair/contracts'
import { databaseUse, movableClock, multiply, startService, watchQueries } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from './app.ts'
import { anInvitation, draftFor } from './testing/an-invitation.ts'
import { expireInvitations } from './use-cases/expire-invitations.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 1_000)

watchQueries()
const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(partnerships, { clock })

test('every question to the database is answered by an index, and reads at most three documents for one', {
  timeout: 1_800_000,
}, async () => {
  const { brand, creator, accountId, held } = await anInvitation(app)
  await app.hear(held)
  await multiply(app, documents)
  for (const keep of [[brand.id], [creator.id]]) await multiply(app, Math.min(500, documents / 10), { keep })
  // The copies are not to be closed, that is another test's; how what is due is found is asked all the same.
  await app.database.collection('invitations').updateMany({ brandId: { $ne: brand.id } }, { $set: { status: 'rejected' } })

  const ask = async () => {
    for (const who of [brand, creator]) {
      const { next } = (await app.as(who).get('/invitations')).body
      if (next) await app.as(who).get('/invitations', { cursor: next })
    }
    await app.as(brand).post('/invitations', draftFor(accountId))
    const refused = await anInvitation(app)
    await app.hear(refused.refused)
    const sent = await anInvitation(app)
    await app.hear(sent.held)
    await app.hear(
      AccountRemoved.of({ accountId: sent.accountId, creatorId: sent.creator.id, network: 'tiktok', username: 'lea', version: 2 }),
    )
    clock.advance({ days: 2 })
    await expireInvitations({ day: '2026-11-23' }, app.context())
  }
  const { asked, faults } = await databaseUse(app, partnerships, ask)
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(5)
})
