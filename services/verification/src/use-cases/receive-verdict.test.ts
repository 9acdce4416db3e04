import { randomUUID } from 'node:crypto'
import { signMessage } from '@reelfair/social/testing'
import { countBy, person, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { messages } from '../store/messages.ts'
import { startVerification, statsOf } from '../testing/start-verification.ts'

const { app, clock, workflow, secret, add, verify, work, send, answerTo, accountOf } = await startVerification()
workflow.usually({ body: { pending: true } })

async function waiting() {
  const creator = person('creator')
  const username = `u${randomUUID().slice(0, 8)}`
  const id = await add(creator, username, 'tiktok')
  await verify(creator, id)
  await work()
  const asked = workflow.requestsTo('/verify').at(-1)
  if (!asked) throw new Error('workflow not called')
  return { creator, id, username, asked, state: () => accountOf(creator, id) }
}

test('verifies the account after a success message, using statistics from the network', async () => {
  const { asked, state } = await waiting()
  expect(await state()).toMatchObject({ status: 'verifying' })
  expect(await send(answerTo(asked, { verified: true }))).toEqual({ status: 204, code: undefined })
  await work()
  expect(await state()).toMatchObject({ status: 'verified', followers: 24_000 })
})

test('ends the attempt without another call after a success with statistics, or a refusal with a reason', async () => {
  const one = await waiting()
  await send(answerTo(one.asked, { verified: true, account: statsOf(one.username) }))
  expect(await one.state()).toMatchObject({ status: 'verified' })
  const other = await waiting()
  await send(answerTo(other.asked, { verified: false, reason: 'private' }))
  expect(await other.state()).toMatchObject({ status: 'failed', failure: { code: 'verification_private' } })
})

test('ends the attempt when the message arrives before the call has returned', async () => {
  const creator = person('creator')
  const id = await add(creator, 'quick')
  workflow.answersNext((response, asked) => {
    void send(answerTo(asked, { verified: true, account: statsOf('quick') })).then(() => response.end('{"pending":true}'))
  })
  await verify(creator, id)
  await work()
  expect(await accountOf(creator, id)).toMatchObject({ status: 'verified' })
  expect((await app.emitted('account.verified')).filter((event) => event.creatorId === creator.id)).toHaveLength(1)
})

test('accepts a message only once when the workflow sends it 10 times concurrently and again later', async () => {
  const { creator, username, asked } = await waiting()
  const message = answerTo(asked, { verified: true, account: statsOf(username) })
  const answers = await Promise.all(times(10, () => send(message)))
  expect(countBy(answers, 'status')).toEqual({ 204: 1, 409: 9 })
  expect(await send(message)).toEqual({ status: 409, code: 'message_replayed' })
  expect((await app.emitted('account.verified')).filter((event) => event.creatorId === creator.id)).toHaveLength(1)
})

test('rejects a known message id even with different content', async () => {
  const one = await waiting()
  const id = randomUUID()
  await send({ ...answerTo(one.asked, { verified: false }), id })
  const other = await waiting()
  expect(await send({ ...answerTo(other.asked, { verified: true }), id })).toMatchObject({ status: 409 })
  expect(await other.state()).toMatchObject({ status: 'verifying' })
})

test('accepts only messages signed with our secret in the last five minutes, and stores nothing from others', async () => {
  const { asked, state } = await waiting()
  const message = JSON.stringify(answerTo(asked, { verified: true }))
  const seconds = Math.floor(clock.now().getTime() / 1_000)
  for (const signature of [
    '',
    signMessage('another-secret', message, seconds),
    signMessage(secret, `${message} `, seconds),
    signMessage(secret, message, seconds - 301),
    signMessage(secret, message, seconds + 301),
  ]) {
    expect(await send(message, signature)).toEqual({ status: 400, code: 'bad_signature' })
  }
  expect(await messages.byId(app.context(), JSON.parse(message).id)).toBeUndefined()
  expect(await state()).toMatchObject({ status: 'verifying' })
  expect((await send(message, signMessage(secret, message, seconds - 300))).status).toBe(204)
})

test.each([
  ['invalid JSON', '{"id":', 'malformed_body'],
  ['an empty body', '', 'malformed_body'],
  ['an array', '[]', 'invalid_input'],
  ['a string instead of a boolean', JSON.stringify({ verified: 'true' }), 'invalid_input'],
])('rejects %s despite a valid signature', async (_, body, code) => expect(await send(body)).toEqual({ status: 400, code }))

test.each([
  ['another code', { code: 'ABCDEFG' }],
  ['another timestamp', { timestamp: '2026-11-21T11:59:59.999Z' }],
  ['another creator', { userId: randomUUID() }],
  ['another username', { username: 'somebody' }],
  ['another network', { platform: 'youtube' }],
])('ignores a message with %s', async (_, other) => {
  const { asked, state } = await waiting()
  expect((await send({ ...answerTo(asked, { verified: true }), ...other })).status).toBe(204)
  await work()
  expect(await state()).toMatchObject({ status: 'verifying' })
})
