import { errorTable } from '@reelfair/contracts'
import { endLeases, eventually, failUntilSetAside, listeningLog, operate, person, setAside, startService } from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { verification } from '../app.ts'
import { attempts } from '../store/attempts.ts'
import { type Saying, START, startVerification, statsOf, workflowEnv } from '../testing/start-verification.ts'
import { verifyNextAccount } from './verify-next-account.ts'

const { app, clock, workflow, giveUpAfter, add, verify, work, accountOf, send, answerTo } = await startVerification()
const cut: Saying = (response) => void response.destroy()
const silent: Saying = () => {}

beforeEach(() => {
  workflow.asked.length = 0
  workflow.usually({ body: true })
})

async function begun() {
  const creator = person('creator')
  const id = await add(creator, `u${crypto.randomUUID().slice(0, 8)}`)
  await verify(creator, id)
  return { creator, id, state: () => accountOf(creator, id) }
}

test.each([
  ['a 5xx', { status: 503, body: 'busy' }],
  ['a lost connection', cut],
])('%s is tried again after 2 s, then after 4 s, by the clock', async (_, fault) => {
  workflow.says(fault, fault)
  const { state } = await begun()
  expect(await work()).toBe(1)
  clock.advance({ seconds: 2, ms: -1 })
  expect(await work()).toBe(0)
  clock.advance({ ms: 1 })
  expect(await work()).toBe(1)
  clock.advance({ seconds: 4, ms: -1 })
  expect(await work()).toBe(0)
  expect(await state()).toMatchObject({ status: 'verifying' })
  clock.advance({ ms: 1 })
  await work()
  expect(await state()).toMatchObject({ status: 'verified' })
  expect(workflow.asksFor('/verify')).toHaveLength(3)
  expect(new Set(workflow.asksFor('/verify').map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

const endings: [string, Saying, number, keyof typeof errorTable][] = [
  ['no', { body: false }, 1, 'verification_failed'],
  ['no, the code is not there', { body: { verified: false, reason: 'code_absent' } }, 1, 'verification_failed'],
  ['no, it is private', { body: { verified: false, reason: 'private' } }, 1, 'verification_private'],
  ['no, there is none', { body: { verified: false, reason: 'not_found' } }, 1, 'verification_no_such_account'],
  ['no, it is restricted by age', { body: { verified: false, reason: 'age_gated' } }, 1, 'verification_age_restricted'],
  ['no, it is not professional', { body: { verified: false, reason: 'not_professional' } }, 1, 'verification_not_professional'],
  ['an answer that is no success', { status: 403, body: {} }, 1, 'verification_checklist'],
  ['broken JSON', { body: '{"verified": tr' }, 1, 'verification_unreadable'],
  ['another account', { body: { verified: true, account: statsOf('somebody.else') } }, 1, 'verification_unreadable'],
  ['nothing within the limit', silent, 1, 'verification_timed_out'],
  ['nothing at all, three times', cut, 3, 'verification_unreachable'],
  ['an error of its own, three times', { status: 500, body: {} }, 3, 'verification_checklist'],
]

test.each(endings)('%s: tried as often as specified, and said in both languages', async (_, saying, tries, code) => {
  workflow.usually(saying)
  if (saying === silent) giveUpAfter(400)
  const { creator, id, state } = await begun()
  for (let pause = 0; pause < 4; pause++) {
    await work()
    clock.advance({ seconds: 5 })
  }
  giveUpAfter(20_000)
  expect(workflow.asksFor('/verify')).toHaveLength(tries)
  const account = await state()
  expect(account).toMatchObject({ status: 'failed', failure: { code, sentence: errorTable[code].en } })
  expect(account).not.toHaveProperty('verifyingSince')
  const french = (await app.as(creator).get('/accounts', {}, { headers: { 'accept-language': 'fr' } })).body.items[0]
  expect(french.failure.sentence).toBe(errorTable[code].fr)
  expect(await app.emitted('account.changed')).toContainEqual({ accountId: id, creatorId: creator.id, version: 3 })
  workflow.usually({ body: true })
  expect((await verify(creator, id)).status).toBe(202)
  await work()
  expect(await state()).toMatchObject({ status: 'verified' })
})

test('a workflow that asks for patience is asked later, and its "later" is no try', async () => {
  const busy: Saying = { status: 429, body: {}, headers: { 'retry-after': '30' } }
  workflow.says(busy, busy, busy, busy)
  const { state } = await begun()
  for (let wait = 0; wait < 4; wait++) {
    expect(await work()).toBe(1)
    clock.advance({ seconds: 30, ms: -1 })
    expect(await work()).toBe(0)
    clock.advance({ ms: 1 })
  }
  await work()
  expect(await state()).toMatchObject({ status: 'verified' })
  workflow.usually(busy)
  const endless = await begun()
  for (let wait = 0; wait < 25; wait++) {
    await work()
    clock.advance({ seconds: 30 })
  }
  expect(await endless.state()).toMatchObject({ failure: { code: 'verification_timed_out' } })
})

test('statistics that cannot be had at once are asked for again, without looking for the code again', async () => {
  workflow.says({ body: true }, { status: 502, body: '' }, { body: '<html>' })
  const { state } = await begun()
  await work()
  clock.advance({ seconds: 2 })
  await work()
  clock.advance({ seconds: 4 })
  await work()
  expect(await state()).toMatchObject({ status: 'verified', followers: 24_000 })
  expect(workflow.asksFor('/verify')).toHaveLength(1)
  expect(workflow.asksFor('/accounts/stats')).toHaveLength(3)
})

test('an attempt whose process died is free when its lease expires, and a late answer changes nothing', async () => {
  const { creator, id, state } = await begun()
  let answerLate: () => void = () => {}
  workflow.says((response) => {
    answerLate = () => response.end('false')
  })
  const late = verifyNextAccount(app.context())
  await eventually(() => expect(workflow.asked).toHaveLength(1))
  clock.advance({ minutes: 30 })
  expect(await work()).toBe(0)
  await endLeases(app)
  await work()
  expect(await state()).toMatchObject({ status: 'verified' })
  answerLate()
  await late
  expect(await state()).toMatchObject({ status: 'verified' })
  expect(await attempts.find(app.context(), { accountId: id }, { limit: 9 })).toMatchObject([{ outcome: 'verified' }])
  expect((await app.emitted('account.verified')).filter((event) => event.creatorId === creator.id)).toHaveLength(1)
})

test('an attempt that always throws is set aside, those behind it go on, and an operator puts it back', async () => {
  const poisoned = await begun()
  clock.advance({ seconds: 1 })
  const other = await begun()
  const rows = app.database.collection<{ _id: string; accountId: string }>('attempts')
  const { _id: id } = (await rows.findOneAndUpdate({ accountId: poisoned.id }, { $set: { stray: true } })) ?? { _id: '' }
  const { log, alarms } = listeningLog()
  const { connection, ...context } = app.context()
  const turn = () => verifyNextAccount({ ...context, connection, log })
  while (await turn()) {}
  expect(await other.state()).toMatchObject({ status: 'verified' })
  // Its tries are counted too, so that after some it is to be given up, which cannot be stored either.
  await failUntilSetAside(app, turn)
  expect(alarms()).toEqual([setAside('verifications', id)])
  await rows.updateOne({ _id: id }, { $unset: { stray: true }, $set: { tries: 0 } })
  expect(await operate(verification, app, 'verification-queue-retry', { queue: 'verifications' })).toBe('1 put back.')
  await work()
  expect(await poisoned.state()).toMatchObject({ status: 'verified' })
})

test('an attempt that was cut off three times is given up', async () => {
  const { id, state } = await begun()
  await app
    .context()
    .connection.collection('attempts')
    .updateOne({ accountId: id }, { $set: { tries: 3 } })
  await work()
  expect(workflow.asked).toHaveLength(0)
  expect(await state()).toMatchObject({ status: 'failed', failure: { code: 'verification_unreachable' } })
})

test('a message that never comes is waited for an hour', async () => {
  workflow.says({ body: { pending: true } })
  const { state } = await begun()
  await work()
  const [asked] = workflow.asked
  clock.advance({ hours: 1, ms: -1 })
  expect(await work()).toBe(0)
  expect(await state()).toMatchObject({ status: 'verifying' })
  clock.advance({ ms: 1 })
  await work()
  expect(await state()).toMatchObject({ status: 'failed', failure: { code: 'verification_timed_out' } })
  if (!asked) throw new Error('the workflow was not asked')
  expect(await send(answerTo(asked, { verified: true }))).toMatchObject({ status: 204 })
  expect(await work()).toBe(0)
  expect(await state()).toMatchObject({ status: 'failed' })
})

test('the service’s own workers do it when it is due', async () => {
  const first = await startService(verification, { env: { ...workflowEnv, WORKFLOW_URL: workflow.url }, clock })
  const creator = person('creator')
  workflow.says({ status: 500, body: {} })
  const { body } = await first.as(creator).post('/accounts', { network: 'tiktok', username: 'goes.on' })
  await first.as(creator).post(`/accounts/${body.id}/verification`, {})
  await eventually(() => expect(workflow.asked).toHaveLength(1))
  const state = async () => (await first.as(creator).get('/accounts')).body.items[0].status
  expect(await state()).toBe('verifying')
  clock.advance({ seconds: 2 })
  await eventually(async () => expect(await state()).toBe('verified'))
  expect(clock.now().getTime()).toBeGreaterThan(new Date(START).getTime())
})
