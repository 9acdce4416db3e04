import { InvitationSent, MAX_NOTIFICATIONS, ReviewOpened, TransferCompleted, TransferReversed } from '@reelfair/contracts'
import { countBy, eventually, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { eventSamples } from '../event-samples.fixture.ts'
import { startWithBells } from '../notifications.fixture.ts'
import { notifyAll } from './notify.ts'

const { app, member } = await startWithBells()

const paid = (creatorId: string, amountCents = 1_400) => TransferCompleted.of({ transferId: crypto.randomUUID(), creatorId, amountCents })
async function withNotifications(count: number) {
  const creator = await member('creator')
  for (let at = 1; at <= count; at += 1) await app.deliver(paid(creator.id, at * 100))
  return creator
}

test('lists the newest notification first, in the reader’s language', async () => {
  const { client, unread } = await withNotifications(2)
  const { body } = await client.get('/notifications')
  expect(body.items).toMatchObject([
    { number: 2, kind: 'transfer-paid', title: '€2.00 transferred', link: { href: '/balance' }, isRead: false },
    { number: 1, title: '€1.00 transferred' },
  ])
  const french = await client.get('/notifications', undefined, { headers: { 'accept-language': 'fr' } })
  expect(french.body.items[0].title).toBe('Virement effectué : 2,00\u00a0€'.replace(' :', '\u00a0:'))
  expect(await unread()).toBe(2)
})

test('shows no other user’s notifications, and marks none of them', async () => {
  const owner = await withNotifications(1)
  const other = await member('creator')
  expect((await other.list()).items).toEqual([])
  expect(await other.unread()).toBe(0)
  const [{ id, number }] = (await owner.list()).items
  expect(await other.client.put(`/notifications/${id}/read`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await other.client.put('/notifications/read', { upTo: number })).toMatchObject({ status: 204 })
  expect(await owner.unread()).toBe(1)
})

test('keeps pages stable while new notifications arrive', async () => {
  const { id, list } = await withNotifications(5)
  const first = await list('?limit=2')
  await app.deliver(paid(id))
  const second = await list(`?limit=2&cursor=${first.next}`)
  await app.deliver(paid(id))
  const third = await list(`?limit=2&cursor=${second.next}`)
  const numbers = [first, second, third].flatMap(({ items }) => items.map(({ number }: { number: number }) => number))
  expect(numbers).toEqual([5, 4, 3, 2, 1])
  expect(third.next).toBeUndefined()
})

test('marks one notification, once', async () => {
  const { client, list, unread } = await withNotifications(2)
  const [{ id }] = (await list()).items
  const before = (await app.emitted('notifications.changed')).length
  const answers = await Promise.all(times(20, () => client.put(`/notifications/${id}/read`)))
  expect(countBy(answers, 'status')).toEqual({ 204: 20 })
  expect(await unread()).toBe(1)
  expect((await list()).items.map(({ isRead }: { isRead: boolean }) => isRead)).toEqual([true, false])
  expect(await app.emitted('notifications.changed')).toHaveLength(before + 1)
})

test('20 concurrent requests to mark all as read have one effect', async () => {
  const { client, list, unread } = await withNotifications(3)
  const before = (await app.emitted('notifications.changed')).length
  const answers = await Promise.all(times(20, () => client.put('/notifications/read', { upTo: 3 })))
  expect(countBy(answers, 'status')).toEqual({ 204: 20 })
  expect(await unread()).toBe(0)
  expect((await list()).items.every(({ isRead }: { isRead: boolean }) => isRead)).toBe(true)
  expect(await app.emitted('notifications.changed')).toHaveLength(before + 1)
})

test('leaves unread a notification that arrived after the user opened the list', async () => {
  const { id, client, list, unread } = await withNotifications(2)
  const [{ number }] = (await list()).items
  await app.deliver(paid(id))
  await client.put('/notifications/read', { upTo: number })
  expect(await unread()).toBe(1)
  await client.put('/notifications/read', { upTo: 1_000_000 })
  await app.deliver(paid(id))
  expect(await unread()).toBe(1)
})

test('an older request does not make newer notifications unread again', async () => {
  const { client, unread } = await withNotifications(3)
  await client.put('/notifications/read', { upTo: 3 })
  await client.put('/notifications/read', { upTo: 1 })
  expect(await unread()).toBe(0)
})

test('numbers concurrent notifications without gaps or duplicates', async () => {
  const { id, list } = await member('creator')
  const context = app.context()
  const one = (eventId: string) =>
    context.transact((tx) =>
      notifyAll(tx, [{ user: { id, email: 'nobody' }, message: { kind: 'payout-account-ready', values: {} } }], eventId, context),
    )
  await Promise.all(times(20, (at) => one(`event ${at}`)))
  const items = (await list('?limit=100')).items as { number: number }[]
  expect(items.map(({ number }) => number)).toEqual(times(20, (at) => 20 - at))
})

test('keeps the newest notifications up to the limit', async () => {
  const creator = await withNotifications(2)
  await app.database.collection<{ _id: string }>('bells').updateOne({ _id: creator.id }, { $set: { last: MAX_NOTIFICATIONS } })
  await app.deliver(paid(creator.id))
  const numbers = (await creator.list()).items.map(({ number }: { number: number }) => number)
  expect(numbers).toEqual([MAX_NOTIFICATIONS + 1, 2])
})

test('stops counting at 100', async () => {
  const { id, unread } = await member('creator')
  const context = app.context()
  for (const at of times(101, (index) => index))
    await context.transact((tx) =>
      notifyAll(tx, [{ user: { id, email: 'nobody' }, message: { kind: 'payout-account-ready', values: {} } }], `event ${at}`, context),
    )
  expect(await unread()).toBe(100)
})

test('asks for an answer only until its deadline', async () => {
  const { id, list } = await member('brand')
  const decideBy = new Date(app.clock.now().getTime() + 86_400_000)
  const parties = { brandId: id, creatorId: crypto.randomUUID(), subject: 'campaign', subjectId: crypto.randomUUID() } as const
  const review = { reviewId: crypto.randomUUID(), assignmentId: crypto.randomUUID(), videoId: 'v', kind: 'logo' } as const
  await app.deliver(ReviewOpened.of(parties, { ...review, openedAt: app.clock.now(), decideBy }))
  expect((await list()).items[0].answerBy).toBe(decideBy.toISOString())
  app.clock.advance({ days: 1 })
  expect((await list()).items[0]).not.toHaveProperty('answerBy')
})

test('asks for an answer to an invitation until it expires', async () => {
  const { id, list } = await member('creator')
  const { invitation } = eventSamples({ id: crypto.randomUUID() }, { id }, () => app.clock.now())
  const expiresAt = new Date(app.clock.now().getTime() + 86_400_000)
  await app.deliver(InvitationSent.of(invitation({ expiresAt })))
  const [received] = (await list()).items
  expect(received.text).toMatch(/^20,685\u00a0views with your account on Instagram for up to €41\.37\. The invitation expires on /)
  expect(received.answerBy).toBe(expiresAt.toISOString())
  app.clock.advance({ days: 1 })
  expect((await list()).items[0]).not.toHaveProperty('answerBy')
})

test('notifies screens of each new notification', async () => {
  const { id } = await member('creator')
  await app.deliver(TransferReversed.of({ transferId: crypto.randomUUID(), creatorId: id, amountCents: 5 }))
  await eventually(async () => expect(await app.emitted('notifications.changed')).toContainEqual({ userId: id }))
})

test('rejects an invalid cursor and an unknown id', async () => {
  const { client } = await member('creator')
  expect(await client.get('/notifications?cursor=nonsense')).toMatchObject({ status: 400 })
  expect(await client.put(`/notifications/${crypto.randomUUID()}/read`)).toMatchObject({ status: 404 })
})
