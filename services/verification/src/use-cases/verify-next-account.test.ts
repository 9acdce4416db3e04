import { errorTable } from '@reelfair/contracts'
import {
  eventually,
  expireLeases,
  failUntilSetAside,
  operate,
  person,
  queueMetrics,
  recordingLog,
  setAside,
  startService,
} from '@reelfair/testkit'
import { beforeEach, expect, test } from 'vitest'
import { verification } from '../app.ts'
import { attempts } from '../store/attempts.ts'
import { START, startVerification, statsOf, type WorkflowAnswer, workflowEnv } from '../testing/start-verification.ts'
import { verifyNextAccount } from './verify-next-account.ts'

const { app, clock, workflow, giveUpAfter, add, verify, work, accountOf, send, answerTo } = await startVerification()
const cut: WorkflowAnswer = (response) => void response.destroy()
const silent: WorkflowAnswer = () => {}

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
])('retries 2 s and then 4 s after %s', async (_, fault) => {
  workflow.answersNext(fault, fault)
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
  expect(workflow.requestsTo('/verify')).toHaveLength(3)
  expect(new Set(workflow.requestsTo('/verify').map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

const endings: [string, WorkflowAnswer, number, keyof typeof errorTable][] = [
  ['a refusal', { body: false }, 1, 'verification_failed'],
  ['a refusal because the code is missing', { body: { verified: false, reason: 'code_absent' } }, 1, 'verification_failed'],
  ['a refusal of a private account', { body: { verified: false, reason: 'private' } }, 1, 'verification_private'],
  ['a refusal of an unknown account', { body: { verified: false, reason: 'not_found' } }, 1, 'verification_no_such_account'],
  ['a refusal of an age-restricted account', { body: { verified: false, reason: 'age_gated' } }, 1, 'verification_age_restricted'],
  ['a refusal of a personal account', { body: { verified: false, reason: 'not_professional' } }, 1, 'verification_not_professional'],
  ['status 403', { status: 403, body: {} }, 1, 'verification_checklist'],
  ['broken JSON', { body: '{"verified": tr' }, 1, 'verification_unreadable'],
  ['statistics of another account', { body: { verified: true, account: statsOf('somebody.else') } }, 1, 'verification_unreadable'],
  ['no answer within the time limit', silent, 1, 'verification_timed_out'],
  ['three lost connections', cut, 3, 'verification_unreachable'],
  ['status 500 three times', { status: 500, body: {} }, 3, 'verification_checklist'],
]

test.each(endings)('reports %s in both languages after the specified number of calls', async (_, saying, calls, code) => {
  workflow.usually(saying)
  if (saying === silent) giveUpAfter(400)
  const { creator, id, state } = await begun()
  for (let pause = 0; pause < 4; pause++) {
    await work()
    clock.advance({ seconds: 5 })
  }
  giveUpAfter(20_000)
  expect(workflow.requestsTo('/verify')).toHaveLength(calls)
  const account = await state()
  expect(account).toMatchObject({ status: 'failed', failure: { code, sentence: errorTable[code].en } })
  expect(account).not.toHaveProperty('verifyingSince')
  const french = (await app.as(creator).get('/accounts', {}, { headers: { 'accept-language': 'fr' } })).body.items[0]
  expect(french.failure.sentence).toBe(errorTable[code].fr)
  expect(await app.emitted('account.failed')).toContainEqual(expect.objectContaining({ accountId: id, creatorId: creator.id, version: 3 }))
  workflow.usually({ body: true })
  expect((await verify(creator, id)).status).toBe(202)
  await work()
  expect(await state()).toMatchObject({ status: 'verified' })
})

const busy = (seconds: number): WorkflowAnswer => ({ status: 429, body: {}, headers: { 'retry-after': String(seconds) } })
const down: WorkflowAnswer = { status: 503, body: 'busy' }
const outages: [string, WorkflowAnswer[], number, number][] = [
  ['a rate limit', [busy(30), busy(30), busy(30)], 30, 3],
  ['errors', [down, down], 4, 2],
  ['lost connections', [cut, cut], 4, 2],
  ['lost statistics', [{ body: true }, down, down], 4, 2],
]

test.each(outages)('shows %s of the workflow in the queue’s metrics until the account is verified', async (_, answers, pause, faults) => {
  workflow.answersNext(...answers)
  const { state } = await begun()
  const { failures } = await queueMetrics(app, 'verifications')
  for (let made = 0; made < faults; made++) {
    await work()
    clock.advance({ seconds: pause })
  }
  expect(await queueMetrics(app, 'verifications')).toEqual({ depth: 1, oldestAge: faults * pause, failures: failures + faults })
  await work()
  expect(await state()).toMatchObject({ status: 'verified' })
  expect(await queueMetrics(app, 'verifications')).toEqual({ depth: 0, oldestAge: 0, failures: failures + faults })
})

test('counts calls that end an attempt as failures, but neither refusals, unknown accounts nor the wait for a message', async () => {
  const { failures } = await queueMetrics(app, 'verifications')
  const expectFailures = async (more: number) =>
    expect(await queueMetrics(app, 'verifications')).toEqual({ depth: 0, oldestAge: 0, failures: failures + more })
  workflow.answersNext({ body: false }, { body: { pending: true } }, { body: true }, { status: 404, body: {} }, { body: '{"verified": tr' })
  await begun()
  await work()
  const waiting = await begun()
  await work()
  clock.advance({ minutes: 59 })
  await work()
  const unknown = await begun()
  await work()
  expect(await unknown.state()).toMatchObject({ failure: { code: 'verification_no_such_account' } })
  await expectFailures(0)
  await begun()
  await work()
  await expectFailures(1)
  clock.advance({ minutes: 1 })
  await work()
  expect(await waiting.state()).toMatchObject({ failure: { code: 'verification_timed_out' } })
  await expectFailures(2)
})

test('waits as long as a 429 response requires, does not count the call, and gives up after ten minutes', async () => {
  const busy: WorkflowAnswer = { status: 429, body: {}, headers: { 'retry-after': '30' } }
  workflow.answersNext(busy, busy, busy, busy)
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

test('never shortens the pause of a 429 response, and gives up if it outlasts ten minutes', async () => {
  workflow.answersNext(busy(300))
  const patient = await begun()
  await work()
  clock.advance({ seconds: 300, ms: -1 })
  expect(await work()).toBe(0)
  clock.advance({ ms: 1 })
  await work()
  expect(await patient.state()).toMatchObject({ status: 'verified' })
  workflow.answersNext(busy(601))
  const hopeless = await begun()
  await work()
  expect(await hopeless.state()).toMatchObject({ failure: { code: 'verification_timed_out' } })
})

test('retries a failed statistics request without looking for the code again', async () => {
  workflow.answersNext({ body: true }, { status: 502, body: '' }, { body: '<html>' })
  const { state } = await begun()
  await work()
  clock.advance({ seconds: 2 })
  await work()
  clock.advance({ seconds: 4 })
  await work()
  expect(await state()).toMatchObject({ status: 'verified', followers: 24_000 })
  expect(workflow.requestsTo('/verify')).toHaveLength(1)
  expect(workflow.requestsTo('/accounts/stats')).toHaveLength(3)
})

test('retries an attempt after its lease expires, and ignores the late response to the first call', async () => {
  const { creator, id, state } = await begun()
  let answerLate: () => void = () => {}
  workflow.answersNext((response) => {
    answerLate = () => response.end('false')
  })
  const late = verifyNextAccount(app.context())
  await eventually(() => expect(workflow.asked).toHaveLength(1))
  clock.advance({ minutes: 30 })
  expect(await work()).toBe(0)
  await expireLeases(app)
  await work()
  expect(await state()).toMatchObject({ status: 'verified' })
  answerLate()
  await late
  expect(await state()).toMatchObject({ status: 'verified' })
  expect(await attempts.find(app.context(), { accountId: id }, { limit: 9 })).toMatchObject([{ outcome: 'verified' }])
  expect((await app.emitted('account.verified')).filter((event) => event.creatorId === creator.id)).toHaveLength(1)
})

test('sets aside an attempt that always throws, continues with others, and retries when an operator requeues the item', async () => {
  const poisoned = await begun()
  clock.advance({ seconds: 1 })
  const other = await begun()
  const rows = app.database.collection<{ _id: string; accountId: string }>('attempts')
  const { _id: id } = (await rows.findOneAndUpdate({ accountId: poisoned.id }, { $set: { stray: true } })) ?? { _id: '' }
  const { log, alarms } = recordingLog()
  const { connection, ...context } = app.context()
  const turn = () => verifyNextAccount({ ...context, connection, log })
  while (await turn()) {}
  expect(await other.state()).toMatchObject({ status: 'verified' })
  // After three calls, the worker marks the attempt as failed, but that write fails too.
  await failUntilSetAside(app, turn)
  expect(alarms()).toEqual([setAside('verifications', id)])
  await rows.updateOne({ _id: id }, { $unset: { stray: true }, $set: { tries: 0 } })
  expect(await operate(verification, app, 'verification-queue-retry', { queue: 'verifications' })).toBe('1 put back.')
  await work()
  expect(await poisoned.state()).toMatchObject({ status: 'verified' })
})

test('abandons an attempt after three interrupted calls', async () => {
  const { id, state } = await begun()
  await app
    .context()
    .connection.collection('attempts')
    .updateOne({ accountId: id }, { $set: { tries: 3 } })
  await work()
  expect(workflow.asked).toHaveLength(0)
  expect(await state()).toMatchObject({ status: 'failed', failure: { code: 'verification_unreachable' } })
})

test('fails after waiting an hour for the message, and ignores a message that arrives later', async () => {
  workflow.answersNext({ body: { pending: true } })
  const { state } = await begun()
  await work()
  const [asked] = workflow.asked
  clock.advance({ hours: 1, ms: -1 })
  expect(await work()).toBe(0)
  expect(await state()).toMatchObject({ status: 'verifying' })
  clock.advance({ ms: 1 })
  await work()
  expect(await state()).toMatchObject({ status: 'failed', failure: { code: 'verification_timed_out' } })
  if (!asked) throw new Error('workflow not called')
  expect(await send(answerTo(asked, { verified: true }))).toMatchObject({ status: 204 })
  expect(await work()).toBe(0)
  expect(await state()).toMatchObject({ status: 'failed' })
})

test('retries due attempts in the worker loops of a running service', async () => {
  const first = await startService(verification, { env: { ...workflowEnv, WORKFLOW_URL: workflow.url }, clock })
  const creator = person('creator')
  workflow.answersNext({ status: 500, body: {} })
  const { body } = await first.as(creator).post('/accounts', { network: 'tiktok', username: 'goes.on' })
  await first.as(creator).post(`/accounts/${body.id}/verification`, {})
  await eventually(() => expect(workflow.asked).toHaveLength(1))
  const state = async () => (await first.as(creator).get('/accounts')).body.items[0].status
  expect(await state()).toBe('verifying')
  clock.advance({ seconds: 2 })
  await eventually(async () => expect(await state()).toBe('verified'))
  expect(clock.now().getTime()).toBeGreaterThan(new Date(START).getTime())
})
