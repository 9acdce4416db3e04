import { CollabPage } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { settledPartnership } from '../testing/settled-partnership.ts'
import { START, startVerification, statsOf } from '../testing/start-verification.ts'

const { app, clock, work, workflow, verified, add } = await startVerification()

let networks = 0
/** Each visitor comes from another network, because visitors are rate-limited per network. */
const pageOf = (username: string, from = `2001:db8:${(++networks).toString(16)}::1`) =>
  app.as('visitor').get(`/collab/${encodeURIComponent(username)}`, undefined, { headers: { 'x-forwarded-for': from } })

async function opened(...given: Parameters<typeof verified>) {
  const account = await verified(...given)
  await app.as(account.creator).put(`/accounts/${account.id}/collab`, { isOpen: true })
  return account
}

test('shows visitors the figures of an open page and nothing else', async () => {
  const { id, username, creator } = await opened()
  expect((await pageOf(username)).body).not.toHaveProperty('record')
  await app.deliver(settledPartnership(creator.id))
  const { status, body } = await pageOf(username)
  expect(status).toBe(200)
  expect(body).toEqual({
    accountId: id,
    username,
    verifiedAt: new Date(START).toISOString(),
    followers: 24_000,
    averageViews: 8_100,
    rpmCents: 120,
    language: 'en',
    category: 'Food_Cooking',
    city: 'Lyon',
    country: 'France',
    statsAt: new Date(START).toISOString(),
    record: { tiers: [50], observed: 8_000, qualified: 6_000, daysToFirstVideo: 2 },
    videos: [],
  })
  const later = ['bio', 'pictureId', 'videosAt']
  expect([...Object.keys(body), ...later].toSorted()).toEqual(Object.keys(CollabPage.shape).toSorted())
})

test('finds a page whatever the case of the username', async () => {
  const { id } = await opened(undefined, 'Lea.Kitchen')
  expect((await pageOf('lEA.kitchen')).body).toMatchObject({ accountId: id, username: 'Lea.Kitchen' })
})

test('gives the same answer for a page switched off, never switched on, unverified, on another network and unknown', async () => {
  const off = await opened()
  await app.as(off.creator).put(`/accounts/${off.id}/collab`, { isOpen: false })
  const never = await verified()
  await add(off.creator, 'still.unverified')
  const elsewhere = await opened(undefined, undefined, 'tiktok')
  const names = [
    off.username,
    never.username,
    'still.unverified',
    elsewhere.username,
    'nobody.knows',
    'not a username',
    '../accounts',
    '%00',
  ]
  const answers = await Promise.all(names.map((name) => pageOf(name)))
  const shown = answers.map(({ status, body: { code, title, detail } }) => ({ status, code, title, detail }))
  expect(shown[0]).toMatchObject({ status: 404, code: 'not_found' })
  for (const one of shown) expect(one).toEqual(shown[0])
})

test.each([
  ['private', { isPublic: false }],
  ['age-restricted', { ageRestricted: true }],
])('hides the page while the account is %s, and shows it again afterwards', async (_, change) => {
  const { creator, id, username } = await opened()
  const refresh = async (stats: object) => {
    clock.advance({ days: 8 })
    workflow.answersNext({ body: statsOf(username, stats) })
    await app.as(creator).post(`/accounts/${id}/stats`, {})
    await work()
  }
  await refresh(change)
  expect((await pageOf(username)).status).toBe(404)
  await refresh({})
  expect((await pageOf(username)).status).toBe(200)
})

test('shows unknown figures as unknown, and hides that the network is still analysing the audience', async () => {
  workflow.answersNext({ body: true }, { body: statsOf('unknown.figures', { averageViews: null, rpmCents: null, language: 'wait' }) })
  const { username } = await opened(undefined, 'unknown.figures')
  const { body } = await pageOf(username)
  expect(body).toMatchObject({ username, averageViews: null })
  expect(body).not.toHaveProperty('rpmCents')
  expect(body).not.toHaveProperty('language')
})

test('stops a network that tries usernames after 60 requests in a minute, whether it finds pages or not', async () => {
  const { username } = await opened()
  const statuses: number[] = []
  for (let guess = 0; guess < 62; guess++) statuses.push((await pageOf(guess % 2 ? username : `guess.${guess}`, '203.0.113.9')).status)
  expect(statuses.slice(0, 60).every((status, at) => status === (at % 2 ? 200 : 404))).toBe(true)
  expect(statuses.slice(60)).toEqual([429, 429])
  expect((await pageOf(username)).status).toBe(200)
})
