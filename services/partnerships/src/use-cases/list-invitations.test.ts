import { person, startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { partnerships } from '../app.ts'
import { invitations } from '../store/invitations.ts'
import { createInvitation } from '../testing/create-invitation.ts'

const app = await startService(partnerships)

test('shows brands and creators only their own invitations and rejects admins and visitors', async () => {
  const { id, held, seenByBrand, seenByCreator } = await createInvitation(app)
  await app.deliver(held)
  expect([await seenByBrand(), await seenByCreator()]).toMatchObject([[{ id }], [{ id }]])
  for (const who of [person('creator'), person('brand'), 'incomplete-brand'] as const) {
    expect(await app.as(who).get('/invitations')).toMatchObject({ status: 200, body: { items: [] } })
  }
  expect(await app.as('admin').get('/invitations')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect((await app.as('visitor').get('/invitations')).status).toBe(401)
})

test('pages through a brand’s invitations, newest first', async () => {
  const { brand } = await createInvitation(app)
  await createInvitation(app, { brand, draft: { caption: 'Second' } })
  const first = (await app.as(brand).get('/invitations', { limit: 1 })).body
  const second = (await app.as(brand).get('/invitations', { limit: 1, cursor: first.next })).body
  expect([first.items[0].caption, second.items[0].caption, second.next]).toEqual(['Second', 'Try', undefined])
})

test('lists open invitations alone on request', async () => {
  const { id, brand, creator, held } = await createInvitation(app)
  await app.deliver(held)
  const failed = await createInvitation(app, { brand, creator })
  await app.deliver(failed.refused)
  const ended = await createInvitation(app, { brand, creator })
  await app.deliver(ended.held)
  await ended.withdraw()
  const idsOf = async (who: typeof brand, query = {}) =>
    (await app.as(who).get('/invitations', query)).body.items.map((one: { id: string }) => one.id)
  expect([await idsOf(brand, { only: 'open' }), await idsOf(creator, { only: 'open' })]).toEqual([[id], [id]])
  expect(await idsOf(brand)).toEqual([ended.id, failed.id, id])
  // The creator never learns of an invitation without credits.
  expect(await idsOf(creator)).toEqual([ended.id, id])
})

test('uses an index to find and sort both lists', async () => {
  const [brandId, creatorId] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const filter of [{ brandId }, { creatorId }, { creatorId, status: 'pending' as const }]) {
    const plan = await invitations.explain(app.context(), filter, { createdAt: -1, id: -1 })
    expect(plan).toContain('IXSCAN')
    expect(plan).not.toContain('SORT')
  }
})
