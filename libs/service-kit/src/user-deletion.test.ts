import { randomUUID } from 'node:crypto'
import { UserDeleted, UserDeletionBlocked, UserDeletionRequested, UserInvitationsChecked } from '@reelfair/contracts'
import { countBy, movableClock, person, startService, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Context, changes, defineCollection, defineConfig, defineService, keeps, removes, routesOf, userDeletion } from './index.ts'

const notes = defineCollection('notes', { ownerId: String, text: String }).index({ ownerId: 1 })
const signs = defineCollection('signs', { ownerId: String, name: String, figure: Number }).index({ ownerId: 1 })
const rates = defineCollection('rates', { cents: Number })

const GONE = 'gone'
const rules = [
  removes(notes, (ownerId) => ({ ownerId })),
  changes(
    signs,
    (ownerId) => ({ ownerId, name: { $ne: GONE } }),
    (sign) => ({ ...sign, name: GONE }),
  ),
  keeps(rates, 'no users'),
]
const deletion = userDeletion(rules)
const { post } = routesOf({ 'POST /notes': { output: z.object({ text: z.string() }) } })

const makeNote = (_: unknown, ctx: Context<'user'>) =>
  ctx.transact(async (tx) => {
    await deletion.refuseIfClosing(tx, ctx.actor.id)
    return notes.insert(tx, { id: ctx.newId(), ownerId: ctx.actor.id, text: 'private' })
  })

const toy = defineService({
  name: 'toy',
  config: defineConfig({}),
  collections: [notes, signs, rates],
  userDeletion: deletion,
  routes: [post('/notes', { role: 'user', run: makeNote, refuses: ['account_closing'] })],
  subscribes: deletion.answers(UserDeletionRequested, async (tx, { userId, attempt }) => {
    const amount = await notes.count(tx, { ownerId: userId }, 1_000)
    const obstacles = amount === 0 ? [] : [{ reason: 'invitations_open' as const, amount }]
    return { obstacles, answer: UserInvitationsChecked.of({ userId, attempt, obstacles, earnedCents: 0 }) }
  }),
  publishes: [UserInvitationsChecked],
})

const clock = movableClock('2026-11-21T12:00:00Z')
const app = await startService(toy, { clock, workers: false })
const rows = (name: string, filter: object = {}) => app.database.collection(name).find(filter).toArray()
const tombstone = (id: string) => app.database.collection('user_deletions').findOne({ _id: id as never })
const asked = (userId: string, attempt: number) => UserDeletionRequested.of({ userId, role: 'creator', attempt })
const blocked = (userId: string, attempt: number) => UserDeletionBlocked.of({ userId, attempt })
const gone = (userId: string) => UserDeleted.of({ userId, role: 'creator' })
const answersTo = async (userId: string) => (await app.emitted('user.invitations-checked')).filter((answer) => answer.userId === userId)
async function eraseAll() {
  while (await deletion.worker.run(app.context()));
}
const write = (documents: readonly { name: string; ownerId: string }[]) =>
  app.context().transact(async (tx) => {
    for (const { name, ownerId } of documents) await signs.insert(tx, { id: randomUUID(), ownerId, name, figure: 7 })
  })

test('locks a user without obstacles, so that nothing new can be started', async () => {
  const user = person('creator')
  await app.deliver(asked(user.id, 1), { times: 2 })
  expect(await answersTo(user.id)).toMatchObject([{ userId: user.id, attempt: 1, obstacles: [] }])
  expect(await app.as(user).post('/notes')).toMatchObject({ status: 409, body: { code: 'account_closing' } })
  expect((await app.as(person('creator')).post('/notes')).status).toBe(201)
})

test('reports obstacles without locking, and answers each new request', async () => {
  const user = person('creator')
  await app.as(user).post('/notes')
  await app.deliver(asked(user.id, 1))
  expect((await app.as(user).post('/notes')).status).toBe(201)
  await app.database.collection('notes').deleteMany({ ownerId: user.id })
  await app.deliver(asked(user.id, 2))
  expect((await answersTo(user.id)).map(({ attempt, obstacles }) => [attempt, obstacles.length])).toEqual([
    [1, 1],
    [2, 0],
  ])
})

test('unlocks when another service reports obstacles, even if its report arrives before the request', async () => {
  const [user, other] = [person('creator'), person('creator')]
  await app.deliver(asked(user.id, 1))
  await app.deliver(blocked(user.id, 1))
  expect((await app.as(user).post('/notes')).status).toBe(201)
  await app.deliver(blocked(other.id, 1))
  await app.deliver(asked(other.id, 1))
  expect(await answersTo(other.id)).toEqual([])
  expect((await app.as(other).post('/notes')).status).toBe(201)
  // A late block for an earlier request does not unlock the user.
  const third = person('creator')
  await app.deliver(asked(third.id, 2))
  await app.deliver(blocked(third.id, 1))
  expect((await app.as(third).post('/notes')).status).toBe(409)
})

test('either sees work that starts at the same time, or refuses it', async () => {
  const users = times(12, () => person('creator'))
  await Promise.all(
    users.map(async (user) => {
      const [{ status }] = await Promise.all([app.as(user).post('/notes'), app.deliver(asked(user.id, 1))])
      const [answer] = await answersTo(user.id)
      expect({ status, obstacles: answer.obstacles.length }).toEqual(
        status === 201 ? { status: 201, obstacles: 1 } : { status: 409, obstacles: 0 },
      )
    }),
  )
})

test('removes and changes only the deleted user’s documents, in batches, no matter how many events arrive', async () => {
  const [user, other] = [person('creator'), person('creator')]
  for (const one of [user, other]) await app.as(one).post('/notes')
  await write(times(450, () => ({ name: 'Ida', ownerId: user.id })))
  await write([{ name: 'Ada', ownerId: other.id }])
  await app.deliver(gone(user.id), { times: 2 })
  await app.deliver(gone(user.id))
  await eraseAll()
  expect(await rows('notes', { ownerId: user.id })).toEqual([])
  expect(await rows('notes', { ownerId: other.id })).toHaveLength(1)
  const figures = await rows('signs', { ownerId: user.id })
  expect(countBy(figures, 'name')).toEqual({ [GONE]: 450 })
  expect(countBy(figures, 'figure')).toEqual({ 7: 450 })
  expect(await rows('signs', { ownerId: other.id })).toMatchObject([{ name: 'Ada' }])
})

test('erases stored responses to the user’s requests', async () => {
  const [user, other] = [person('creator'), person('creator')]
  for (const one of [user, other]) await app.as(one).post('/notes', {}, { headers: { 'idempotency-key': randomUUID() } })
  const stored = async (id: string) => (await rows('requests', { _id: { $regex: `^${id}` } })).length
  expect(await stored(user.id)).toBe(1)
  await app.deliver(gone(user.id))
  await eraseAll()
  expect([await stored(user.id), await stored(other.id)]).toEqual([0, 1])
})

test('makes a last pass that erases data stored by a request in flight, and then stops', async () => {
  const user = person('creator')
  await app.deliver(gone(user.id))
  await eraseAll()
  await write([{ name: 'late', ownerId: user.id }])
  clock.advance({ seconds: 59 })
  await eraseAll()
  expect(await rows('signs', { ownerId: user.id, name: 'late' })).toHaveLength(1)
  clock.advance({ seconds: 1 })
  await eraseAll()
  expect(await rows('signs', { ownerId: user.id, name: 'late' })).toEqual([])
  expect(await tombstone(user.id)).not.toHaveProperty('eraseDueAt')
  expect(await deletion.worker.run(app.context())).toBe(false)
})

test('stays deleted whatever arrives later', async () => {
  const user = person('creator')
  await app.deliver(gone(user.id))
  await app.deliver(asked(user.id, 1))
  await app.deliver(blocked(user.id, 5))
  expect(await answersTo(user.id)).toEqual([])
  expect(await deletion.isDeleted(app.context(), user.id)).toBe(true)
  expect((await app.as(user).post('/notes')).status).toBe(409)
})

test('rejects a service with a collection that has no rule, and a rule without a collection', () => {
  const collections = [notes]
  expect(() => defineService({ name: 'toy', config: {}, collections, userDeletion: deletion })).toThrow(
    'the rule for deleted users names the unknown collection signs; the rule for deleted users names the unknown collection rates',
  )
  expect(() =>
    defineService({ name: 'toy', config: {}, collections: [notes, rates], userDeletion: { ...deletion, rules: [keeps(notes, 'why')] } }),
  ).toThrow('the collection rates has no rule for deleted users')
})
