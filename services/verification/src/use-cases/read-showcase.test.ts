import { UserDeleted } from '@reelfair/contracts'
import { queueMetrics } from '@reelfair/testkit'
import { jpeg, png } from '@reelfair/testkit/pictures'
import { expect, test } from 'vitest'
import { verification } from '../app.ts'
import { accounts, saveAccount } from '../store/accounts.ts'
import { deletion } from '../store/erase-user.ts'
import { pictures, requestShowcase, showcaseOf } from '../store/showcases.ts'
import { startVerification, statsOf, type WorkflowAnswer } from '../testing/start-verification.ts'
import { readNextShowcase } from './read-showcase.ts'

const { app, clock, workflow, downloads, verified, verify, work } = await startVerification()
const read = () => readNextShowcase(app.context())

const COVER = 'https://scontent.cdninstagram.com/cover.jpg'
const AVATAR = 'https://scontent.cdninstagram.com/lea.png'
const at = (day: number) => `2026-11-${day}T10:00:00.000Z`
const video = (id: string, more: object = {}) => ({
  id,
  url: `https://www.instagram.com/reel/${id}`,
  caption: `Video ${id}`,
  publishedAt: at(12),
  width: 1_080,
  height: 1_920,
  ...more,
})
const figures = (id: string, more: object = {}) => ({
  ...{ id, views: 14_640, likes: 1, comments: 1, at: at(20), deleted: false, private: false },
  ...{ ageRestricted: false, paidLabel: 'unknown', logo: 'unknown', ...more },
})
/** The three calls of one reading. */
function answers(username: string, videos: object[] = [video('a'), video('b')], metrics: object[] = [figures('a'), figures('b')]) {
  workflow.answersNext(
    { body: statsOf(username, { bio: 'Small kitchen, big fridge.', avatarUrl: AVATAR }) },
    { body: { items: videos } },
    ...(videos.length > 0 ? [{ body: { items: metrics } }] : []),
  )
}
async function opened() {
  const account = await verified()
  await app.as(account.creator).put(`/accounts/${account.id}/collab`, { isOpen: true })
  return account
}
let networks = 0
const visit = (path: string) =>
  app.as('visitor').get(path, undefined, { headers: { 'x-forwarded-for': `2001:db8:${(++networks).toString(16)}::1` } })
const pageOf = async (username: string) => (await visit(`/collab/${username}`)).body
const picturesOf = (accountId: string) => pictures.find(app.context(), { accountId }, { limit: 20 })

test('shows bio, picture and newest videos after a verification, on the public page and in the search', async () => {
  const { username, id } = await opened()
  expect(await pageOf(username)).toMatchObject({ videos: [] })
  downloads.set(AVATAR, { type: 'image/png', file: png() })
  downloads.set(COVER, { type: 'image/jpeg; charset=binary', file: jpeg() })
  answers(username, [video('a', { thumbnailUrl: COVER }), video('wide', { height: 600 }), video('b', { publishedAt: at(11) })])
  expect(await read()).toBe(true)
  const page = await pageOf(username)
  expect(page).toMatchObject({
    bio: 'Small kitchen, big fridge.',
    pictureId: expect.any(String),
    videosAt: clock.now().toISOString(),
    videos: [
      { url: 'https://www.instagram.com/reel/a', title: 'Video a', publishedAt: at(12), views: 14_640, pictureId: expect.any(String) },
      { title: 'Video b', publishedAt: at(11) },
    ],
  })
  expect(page.videos[1]).not.toHaveProperty('pictureId')
  const found = (await app.as('brand').get('/creators', { username })).body.items
  expect(found).toMatchObject([{ accountId: id, pictureId: page.videos[0].pictureId }])
  const bytes = await fetch(`${app.url}/pictures/${page.pictureId}`).then((answer) => answer.arrayBuffer())
  expect(Buffer.from(bytes).equals(png())).toBe(true)
  expect(await visit(`/pictures/${page.videos[0].pictureId}`)).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
  expect(await read()).toBe(false)
})

test('replaces the pictures with the next statistics, and removes those that are gone', async () => {
  const { creator, username, id } = await opened()
  downloads.set(AVATAR, { type: 'image/png', file: png() })
  answers(username)
  await read()
  const { pictureId: former } = await pageOf(username)
  expect(await picturesOf(id)).toHaveLength(1)
  clock.advance({ days: 8 })
  await app.context().transact((tx) => requestShowcase(tx, { id, creatorId: creator.id }, clock.now()))
  workflow.answersNext({ body: statsOf(username) }, { body: { items: [] } })
  await read()
  expect(await pageOf(username)).toMatchObject({ videos: [], videosAt: clock.now().toISOString() })
  expect(await picturesOf(id)).toEqual([])
  expect((await visit(`/pictures/${former}`)).status).toBe(404)
})

test('keeps the former picture if the download of a new one fails', async () => {
  const { creator, username, id } = await opened()
  downloads.set(AVATAR, { type: 'image/png', file: png() })
  downloads.set(COVER, { type: 'image/jpeg', file: jpeg() })
  const videos = [video('a', { thumbnailUrl: COVER })]
  answers(username, videos)
  await read()
  const before = await pageOf(username)
  downloads.clear()
  await app.context().transact((tx) => requestShowcase(tx, { id, creatorId: creator.id }, clock.now()))
  answers(username, videos)
  await read()
  const { pictureId, videos: shown } = await pageOf(username)
  expect([pictureId, shown[0].pictureId]).toEqual([before.pictureId, before.videos[0].pictureId])
  expect(await picturesOf(id)).toHaveLength(2)
})

test.each([
  ['private', { isPublic: false }],
  ['age-restricted', { ageRestricted: true }],
])('hides the pictures of an account that is %s', async (_, change) => {
  const { username, id } = await opened()
  downloads.set(AVATAR, { type: 'image/png', file: png() })
  answers(username, [])
  await read()
  const { pictureId } = await pageOf(username)
  const stored = (await accounts.byId(app.context(), id)) ?? expect.unreachable()
  await app.context().transact((tx) => saveAccount(tx, { ...stored, ...change }))
  expect((await visit(`/pictures/${pictureId}`)).status).toBe(404)
})

test.each([
  ['a page in place of a picture', { type: 'text/html', file: Buffer.from('<script>alert(1)</script>') }],
  ['an SVG', { type: 'image/svg+xml', file: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
  ['a truncated picture', { type: 'image/png', file: png().subarray(0, 60) }],
])('leaves out %s and keeps the rest', async (_, download) => {
  const { username, id } = await opened()
  downloads.set(AVATAR, download)
  answers(username)
  await read()
  const page = await pageOf(username)
  expect(page).toMatchObject({ bio: 'Small kitchen, big fridge.', videos: [{ title: 'Video a' }, { title: 'Video b' }] })
  expect(page).not.toHaveProperty('pictureId')
  expect(await picturesOf(id)).toEqual([])
})

test('leaves out deleted videos and shows unknown views as unknown', async () => {
  const { username } = await opened()
  answers(username, [video('a'), video('b'), video('c')], [figures('a', { deleted: true }), figures('b', { views: null })])
  await read()
  expect((await pageOf(username)).videos).toMatchObject([
    { title: 'Video b', views: null },
    { title: 'Video c', views: null },
  ])
})

test('keeps the former showcase during an outage, which shows in the queue’s figures, and gives up after three attempts', async () => {
  const { creator, username, id } = await opened()
  answers(username)
  await read()
  const before = await pageOf(username)
  await app.context().transact((tx) => requestShowcase(tx, { id, creatorId: creator.id }, clock.now()))
  const failures = async () => (await queueMetrics(app, 'showcases')).failures
  const known = await failures()
  for (const status of [500, 503, 500]) {
    workflow.answersNext({ status, body: {} })
    expect(await read()).toBe(true)
    expect(await read()).toBe(false)
    clock.advance({ minutes: 1 })
  }
  expect(await read()).toBe(false)
  expect((await failures()) - known).toBe(3)
  expect(await pageOf(username)).toEqual(before)
  expect(await queueMetrics(app, 'showcases')).toMatchObject({ depth: 0 })
})

test('a reading that new statistics or the account’s deletion overtakes changes nothing', async () => {
  const { creator, username, id } = await opened()
  const meanwhile =
    (work: () => Promise<unknown>): WorkflowAnswer =>
    async (response) => {
      await work()
      response.end(JSON.stringify(statsOf(username, { bio: 'Overtaken' })))
    }
  workflow.answersNext(
    meanwhile(() => app.context().transact((tx) => requestShowcase(tx, { id, creatorId: creator.id }, clock.now()))),
    { body: { items: [] } },
  )
  await read()
  expect(await pageOf(username)).not.toHaveProperty('bio')
  downloads.set(AVATAR, { type: 'image/png', file: png() })
  answers(username, [])
  expect(await read()).toBe(true)
  expect(await pageOf(username)).toMatchObject({ bio: 'Small kitchen, big fridge.' })

  await app.context().transact((tx) => requestShowcase(tx, { id, creatorId: creator.id }, clock.now()))
  workflow.answersNext(
    meanwhile(async () => {
      await app.deliver(UserDeleted.of({ userId: creator.id, role: 'creator' }))
      while (await deletion.worker.run(app.context()));
    }),
    { body: { items: [] } },
  )
  await read()
  expect(await showcaseOf(app.context(), id)).toBeUndefined()
  expect(await picturesOf(id)).toEqual([])
  expect(verification.queues?.map(({ name }) => name)).toContain('showcases')
})

test('reads once however often the account was verified meanwhile', async () => {
  const { creator, username, id } = await opened()
  await verify(creator, id, { again: true })
  await work()
  const calls = workflow.asked.length
  answers(username)
  await read()
  expect(await read()).toBe(false)
  expect(workflow.asked.length - calls).toBe(3)
})
