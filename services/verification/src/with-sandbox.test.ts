import { callSocialApi, startSandbox } from '@reelfair/sandbox'
import { eventually, person, startService } from '@reelfair/testkit'
import { afterAll, expect, test } from 'vitest'
import { verification } from './app.ts'

const sandbox = await startSandbox()
const { url, token, callbackSecret } = sandbox.social
const app = await startService(verification, {
  clock: sandbox.clock,
  env: {
    PUBLIC_ORIGIN: 'http://localhost:4000',
    WORKFLOW_URL: url,
    WORKFLOW_TOKEN: token,
    WORKFLOW_CALLBACK_SECRET: callbackSecret,
  },
})
sandbox.setAppOrigin(app.url)
afterAll(() => sandbox.stop())

const outside = callSocialApi(sandbox.url)

let names = 0
/** The account has the code in its bio, and the creator has added it. */
async function aCreator() {
  const creator = person('creator')
  const username = `lea.${++names}`
  const { id: externalId } = await outside('accounts', {
    network: 'tiktok',
    username,
    followers: 9_000,
    averageViews: null,
  })
  const { body } = await app.as(creator).post('/accounts', { network: 'tiktok', username })
  await outside(`accounts/${externalId}`, { bio: `Kitchen. ${body.code}` }, 'PATCH')
  const state = async () => (await app.as(creator).get('/accounts')).body.items[0]
  return { creator, externalId, state, verify: () => app.as(creator).post(`/accounts/${body.id}/verification`, {}) }
}

test('verifies an account that has the code in its bio and stores the id that the network assigned', async () => {
  const { creator, externalId, state, verify } = await aCreator()
  expect((await verify()).status).toBe(202)
  await eventually(async () =>
    expect(await state()).toMatchObject({ status: 'verified', followers: 9_000, averageViews: null, language: 'en' }),
  )
  const verified = (await app.emitted('account.verified')).filter((event) => event.creatorId === creator.id)
  expect(verified).toMatchObject([{ externalId, averageViews: null }])
})

test('fails if the bio lacks the code, and succeeds after the creator adds the code', async () => {
  const { externalId, state, verify } = await aCreator()
  const { code } = await state()
  await outside(`accounts/${externalId}`, { bio: 'Kitchen.' }, 'PATCH')
  await verify()
  await eventually(async () => expect(await state()).toMatchObject({ status: 'failed', failure: { code: 'verification_failed' } }))
  await outside(`accounts/${externalId}`, { bio: code }, 'PATCH')
  await verify()
  await eventually(async () => expect(await state()).toMatchObject({ status: 'verified' }))
})

test('verifies an account only once when the workflow delivers a delayed success message twice', async () => {
  const { creator, state, verify } = await aCreator()
  await outside('verification', { mode: 'twice', times: 1, delayMs: 60_000 }, 'PUT')
  await verify()
  const messages = async () => (await outside<{ messages: { tries: { status: number }[] }[] }>('verification')).messages
  await eventually(async () => expect(await messages()).toHaveLength(1))
  expect(await state()).toMatchObject({ status: 'verifying' })
  sandbox.clock.advance({ minutes: 1 })
  await eventually(async () => expect(await state()).toMatchObject({ status: 'verified' }))
  await sandbox.deliveriesDone()
  expect((await messages())[0]?.tries.map(({ status }) => status)).toEqual([204, 409])
  expect((await app.emitted('account.verified')).filter((event) => event.creatorId === creator.id)).toHaveLength(1)
})

test('retries two seconds after the workflow responds with 500', async () => {
  const { state, verify } = await aCreator()
  await outside('verification', { mode: 'error', times: 1 }, 'PUT')
  await verify()
  await eventually(async () => {
    sandbox.clock.advance({ seconds: 2 })
    expect(await state()).toMatchObject({ status: 'verified' })
  })
})
