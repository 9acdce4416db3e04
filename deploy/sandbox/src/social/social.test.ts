import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@reelfair/testkit/engines'
import { eventually } from '@reelfair/testkit/eventually'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { callConsole, open } from '../../test/client.ts'
import { vertical } from '../../test/video-files.ts'
import { startSandbox } from '../index.ts'
import { openState } from '../journal.ts'

const HOUR = 3_600_000
const { sandbox, clock } = await open({ appOrigin: 'http://127.0.0.1:9' })
afterAll(() => sandbox.stop())

// biome-ignore lint/suspicious/noExplicitAny: each assertion checks the shape of its response.
type Any = any
const api = async (path: string, body?: unknown, method?: string): Promise<Any> => {
  const answer = await callConsole<Any>(sandbox, `/_sandbox/social${path}`, body, method)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
async function ask(path: string, body?: object, { url, token } = sandbox.social): Promise<{ status: number; body: Any; headers: Headers }> {
  const answer = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: parsed(text) }
}
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

let names = 0
const anAccount = (more: object = {}) => api('/accounts', { network: 'instagram', username: `lea${++names}`, ...more })
const bodyFor = (username: string, more: object = {}) => ({
  userId: '019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c7e',
  username,
  code: 'ABCDEFG',
  platform: 'instagram',
  timestamp: clock.now().toISOString(),
  userAgent: 'Firefox',
  origin: 'https://reelfair.example',
  ...more,
})

test('verifies an account by the code in its bio, or returns the reason for failure', async () => {
  const account = await anAccount()
  const verify = async () => (await ask('/verify', bodyFor(account.username.toUpperCase()))).body
  expect(await verify()).toEqual({ verified: false, reason: 'code_absent' })
  await api(`/accounts/${account.id}`, { bio: 'Cook. ABCDEFG' }, 'PATCH')
  expect(await verify()).toMatchObject({
    verified: true,
    account: { externalId: account.id, followers: 24_000, averageViews: 8_000, language: 'en' },
  })
  await api(`/accounts/${account.id}`, { ageRestricted: true }, 'PATCH')
  expect(await verify()).toEqual({ verified: false, reason: 'age_gated' })
  await api(`/accounts/${account.id}`, { isPublic: false }, 'PATCH')
  expect(await verify()).toEqual({ verified: false, reason: 'private' })
  expect((await ask('/verify', bodyFor('nobody'))).body).toEqual({ verified: false, reason: 'not_found' })
  expect((await ask('/verify', bodyFor(account.username, { platform: 'tiktok' }))).body).toEqual({ verified: false, reason: 'not_found' })
})

test('rejects a wrong token and requests that violate the contract', async () => {
  expect((await ask('/verify', bodyFor('x'), { ...sandbox.social, token: 'other' })).status).toBe(401)
  expect((await ask('/verify', { ...bodyFor('x'), more: 1 })).status).toBe(400)
  expect((await ask('/verify', bodyFor('x', { code: 'abc' }))).status).toBe(400)
  expect((await ask('/accounts/stats', { platform: 'instagram', username: 'nobody' })).status).toBe(404)
})

test('applies each verification mode for the given number of calls', async () => {
  const { username } = await anAccount({ bio: 'ABCDEFG' })
  const verify = async (mode: string) => {
    await api('/verification', { mode, times: 1, delayMs: 50 }, 'PUT')
    return ask('/verify', bodyFor(username))
  }
  expect((await verify('yes')).body).toBe(true)
  expect((await verify('no')).body).toEqual({ verified: false })
  expect((await verify('slow')).body).toMatchObject({ verified: true })
  expect((await verify('error')).status).toBe(500)
  expect((await verify('broken')).body).toBe('{"verified": tr')
  expect((await verify('rate_limit')).headers.get('retry-after')).toBe('5')
  expect((await ask('/verify', bodyFor(username))).body).toMatchObject({ verified: true })
  expect((await api('/verification')).asks.slice(0, 2).map(({ answer }: Any) => answer)).toEqual(['check', 'rate_limit'])
})

test.for([
  ['later', 1],
  ['twice', 2],
] as const)('%s: checks the bio later and sends the result as a signed message', async ([mode, copies]) => {
  const received: { path: string; body: string; signature: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', body, signature: String(request.headers['workflow-signature']) })
      // Reject the first message to trigger a retry.
      response.writeHead(received.length === 1 ? 503 : 204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  sandbox.setAppOrigin(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const account = await anAccount()
  await api('/verification', { mode, times: 1, delayMs: 60_000 }, 'PUT')
  const question = bodyFor(account.username)
  expect((await ask('/verify', question)).body).toEqual({ pending: true })
  await api(`/accounts/${account.id}`, { bio: 'ABCDEFG' }, 'PATCH')
  clock.advance({ ms: 59_999 })
  await sandbox.deliveriesDone()
  expect(received).toEqual([])
  clock.advance({ ms: 1 })
  await sandbox.deliveriesDone()
  if (copies === 1) clock.advance({ seconds: 5 })
  await eventually(() => expect(received.length).toBe(2))
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  const [, { path, body, signature } = { path: '', body: '', signature: '' }] = received
  expect(path).toBe('/webhooks/verification')
  const { userId, username, code, platform, timestamp } = question
  expect(JSON.parse(body)).toMatchObject({
    userId,
    username,
    code,
    platform,
    timestamp,
    verified: true,
    account: { externalId: account.id },
  })
  const [, seconds] = /^t=(\d+),v1=/.exec(signature) ?? []
  expect(signature).toBe(
    `t=${seconds},v1=${createHmac('sha256', sandbox.social.callbackSecret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  expect(Math.abs(Number(seconds) * 1_000 - clock.now().getTime())).toBeLessThan(6_000)
})

test('returns figures for the clock’s time, and the same figures for repeated requests', async () => {
  const account = await anAccount()
  const points = [{ afterHours: 24, views: 2_400 }]
  const { id } = await api(`/accounts/${account.id}/videos`, { caption: 'RF-ABCDE', curve: { kind: 'points', points } })
  const metrics = async () => (await ask('/videos/metrics', { platform: 'instagram', ids: [id] })).body.items[0]
  expect(await metrics()).toMatchObject({ id, views: 0, deleted: false, private: false, paidLabel: true, at: clock.now().toISOString() })
  clock.advance({ hours: 10 })
  expect(await metrics()).toEqual(await metrics())
  expect(await metrics()).toMatchObject({ views: 1_000, logo: { present: true } })
  await api(`/videos/${id}`, { logo: 'unknown', paidLabel: 'unknown', caption: 'changed' }, 'PATCH')
  await api(`/accounts/${account.id}`, { isPublic: false, ageRestricted: true }, 'PATCH')
  expect(await metrics()).toMatchObject({ logo: 'unknown', paidLabel: 'unknown', private: true, ageRestricted: true })
  await api(`/videos/${id}`, undefined, 'DELETE')
  expect(await metrics()).toMatchObject({ deleted: true, views: null })
  expect((await ask(`/accounts/instagram/${account.id}/videos`)).body).toEqual({ items: [] })
  expect((await ask('/videos/metrics', { platform: 'tiktok', ids: [id, 'nothing'] })).body).toEqual({ items: [] })
})

test('applies reading faults: returns older, null or missing figures, or a 429 with Retry-After', async () => {
  const account = await anAccount()
  const { id } = await api(`/accounts/${account.id}/videos`, { curve: { kind: 'points', points: [{ afterHours: 100, views: 10_000 }] } })
  clock.advance({ hours: 50 })
  const metrics = () => ask('/videos/metrics', { platform: 'instagram', ids: [id] })
  const fault = (body: object) => api('/faults', { on: 'metrics', ...body })
  await fault({ kind: 'late', hours: 30 })
  expect((await metrics()).body.items[0]).toMatchObject({ views: 2_000, at: new Date(clock.now().getTime() - 30 * HOUR).toISOString() })
  await fault({ kind: 'late', hours: 60 })
  expect((await metrics()).body.items[0]).toMatchObject({ views: null })
  await fault({ kind: 'empty' })
  expect((await metrics()).body.items[0]).toMatchObject({ views: null, likes: null, comments: null, deleted: false })
  await fault({ kind: 'missing' })
  expect((await metrics()).body).toEqual({ items: [] })
  await fault({ kind: 'rate_limit', retryAfterS: 9 })
  const limited = await metrics()
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9'])
  await fault({ kind: 'error', network: 'tiktok', times: null })
  expect((await metrics()).body.items[0]).toMatchObject({ views: 5_000 })
  expect((await ask('/videos/metrics', { platform: 'tiktok', ids: [id] })).status).toBe(500)
  await api('/faults', undefined, 'DELETE')
})

test('lists videos published since a given time, newest first, page by page', async () => {
  const account = await anAccount({ network: 'tiktok' })
  const made: string[] = []
  for (let index = 0; index < 23; index++) {
    made.unshift((await api(`/accounts/${account.id}/videos`, { caption: `${index}` })).id)
    clock.advance({ minutes: 1 })
  }
  const list = async (query: object) => (await ask(`/accounts/tiktok/${account.id}/videos?${new URLSearchParams({ ...query })}`)).body
  const first = await list({})
  expect(first.items).toHaveLength(20)
  const second = await list({ cursor: first.next })
  expect([...first.items, ...second.items].map(({ id }: Any) => id)).toEqual(made)
  expect(second).not.toHaveProperty('next')
  expect((await list({ since: new Date(clock.now().getTime() - 2.5 * 60_000).toISOString() })).items).toHaveLength(2)
  expect(first.items[0]).toMatchObject({ width: 1_080, height: 1_920, durationS: 24, thumbnailUrl: expect.stringMatching(/\.webp$/) })
})

test('lets other sites embed pictures but not pages', async () => {
  const account = await anAccount()
  const { id } = await api(`/accounts/${account.id}/videos`, {})
  const policyOf = async (path: string) => (await fetch(`${sandbox.url}${path}`)).headers.get('cross-origin-resource-policy')
  expect(await policyOf(`/social/pictures/${id}.webp`)).toBe('cross-origin')
  expect(await policyOf(`/social/videos/${id}`)).toBeNull()
})

test('rejects taken and invalid usernames, and keeps the id of a renamed account', async () => {
  const account = await anAccount()
  await expect(anAccount({ username: account.username.toUpperCase() })).rejects.toThrow('is taken on instagram')
  await api(`/accounts/${account.id}`, { username: 'renamed.now' }, 'PATCH')
  expect((await ask('/accounts/stats', { platform: 'instagram', externalId: account.id })).body).toMatchObject({ username: 'renamed.now' })
  await expect(anAccount({ username: '@lea' })).rejects.toThrow('400')
  await expect(api(`/accounts/${account.id}/videos`, { publishedAt: '2999-01-01T00:00:00Z' })).rejects.toThrow('in the future')
  await expect(api('/accounts/none')).rejects.toThrow('Account not found.')
})

test.each(['mp4', 'webm'] as const)('publishes a real %s file from the page and reads its dimensions and duration', async (format) => {
  const account = await anAccount()
  const form = new FormData()
  const fields = {
    caption: 'RF-ABCDE Commercial collaboration',
    paidLabel: 'yes',
    logo: 'good',
    curve: 'bot_spike',
    views: '40000',
    turnAfterHours: '30',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([new Uint8Array(await vertical(format))], `reel.${format}`, { type: `video/${format}` }))
  const published = await fetch(`${sandbox.url}/social/accounts/${account.id}/videos`, { method: 'POST', body: form, redirect: 'manual' })
  expect(published.status).toBe(303)
  const [video] = await api(`/accounts/${account.id}/videos`)
  expect(video).toMatchObject({
    width: 720,
    height: 1_280,
    file: `reel.${format}`,
    curve: { kind: 'bot_spike', views: 40_000, turnAfterHours: 30 },
  })
  // A WEBM file does not contain the duration of its last frame.
  expect(Math.abs(video.durationS - 3)).toBeLessThan(0.11)
  const { box } = video.logo
  expect((box.width * box.height) / (720 * 1_280)).toBeGreaterThan(0.06)
  expect(box.y + box.height).toBeLessThan(640)
  const page = await (await fetch(`${sandbox.url}${published.headers.get('location')}`)).text()
  expect(page).toContain('720×1280')
})

test('rejects an unreadable or missing file with an explanation', async () => {
  const account = await anAccount()
  const send = async (file?: File) => {
    const form = new FormData()
    form.set('caption', 'x')
    if (file) form.set('file', file)
    const answer = await fetch(`${sandbox.url}/social/accounts/${account.id}/videos`, { method: 'POST', body: form })
    return [answer.status, await answer.text()] as const
  }
  for (const file of [new File(['not a video'], 'a.mp4'), new File([Buffer.from('AAAAGGZ0eXBpc29t', 'base64')], 'b.mp4')]) {
    const [status, text] = await send(file)
    expect(status).toBe(400)
    expect(text).toMatch(/cannot be read|does not contain a video/)
  }
  expect((await send())[1]).toContain('Choose a video file')
  expect(await api(`/accounts/${account.id}/videos`)).toEqual([])
})

test('shows escaped account data and updates it through forms', async () => {
  const account = await anAccount({ bio: '<script>alert(1)</script>' })
  const at = `${sandbox.url}/social/accounts/${account.id}`
  expect(await (await fetch(at)).text()).toContain('&lt;script&gt;')
  const form = new URLSearchParams({
    username: account.username,
    bio: 'ABCDEFG',
    bioLinks: 'https://a.example/x',
    followers: '9',
    averageViews: '',
    rpmCents: '',
    language: 'wait',
    category: '',
    country: '',
    city: '',
  })
  expect((await fetch(at, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303)
  expect(await api(`/accounts/${account.id}`)).toMatchObject({
    bio: 'ABCDEFG',
    bioLinks: ['https://a.example/x'],
    isPublic: false,
    averageViews: null,
    rpmCents: null,
    language: 'wait',
    category: null,
  })
  expect(await (await fetch(`${sandbox.url}/social`)).text()).toContain(`@${account.username}`)
  const picture = await fetch(`${sandbox.url}/social/avatars/${account.id}.webp`)
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 480, height: 480 })
  expect((await fetch(`${sandbox.url}/social/accounts/none`)).status).toBe(400)
})

test('publishes the vertical sample video and shows the confirmation once', async () => {
  const { id } = await anAccount()
  const page = async (path: string) => (await fetch(`${sandbox.url}${path}`)).text()
  const offered = /href="(\/social\/samples[^"]+)"/.exec(await page(`/social/accounts/${id}`))?.[1]
  const file = await fetch(`${sandbox.url}${offered}`)
  expect(file.headers.get('content-disposition')).toContain('reel.webm')
  const form = new FormData()
  for (const [name, value] of Object.entries({ caption: 'RF-AAAAA', paidLabel: 'yes', logo: 'good', curve: 'organic', views: '100' }))
    form.set(name, value)
  form.set('file', new File([await file.bytes()], 'reel.webm'))
  const published = await fetch(`${sandbox.url}/social/accounts/${id}/videos`, { method: 'POST', body: form })
  expect(await published.text()).toContain('Published. Views grow')
  expect(await page(new URL(published.url).pathname)).not.toContain('Published.')
  const [video] = await api(`/accounts/${id}/videos`)
  expect(video).toMatchObject({ width: 540, height: 960, file: 'reel.webm' })
})

test('shows the newest 50 of 5,000 accounts and finds other accounts by name', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelfair-social-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const account = await api('/accounts', { network: 'instagram', username: 'one.of.many' })
  const video = await api(`/accounts/${account.id}/videos`, {})
  const kept = openState(dataDir)
  for (let number = 0; number < 5_000; number += 1) {
    const id = `in_${number}`
    kept.state.social.accounts.set(id, { ...account, id, username: `creator.${number}` })
    kept.state.social.videos.set(`inv_${number}`, { ...video, id: `inv_${number}`, accountId: id })
  }
  kept.close()
  const { url, stop } = await startSandbox({ dataDir })
  onTestFinished(stop)
  const page = async (path: string) => (await fetch(`${url}${path}`)).text()
  const newest = await page('/social')
  expect(newest.match(/href="\/social\/accounts\//g)).toHaveLength(50)
  expect(newest).toContain('of 5,000 accounts')
  const found = await page('/social?name=Creator.471')
  expect(found).toContain('@creator.471<')
  expect(found).toContain('@creator.4710<')
  expect(found).not.toContain('@creator.4999<')
})

test('restores accounts, videos and secrets after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reelfair-social-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startSandbox({ dataDir })
  const made = await callConsole<Any>(first, '/_sandbox/social/accounts', { network: 'youtube', username: 'kept' })
  await callConsole(first, `/_sandbox/social/accounts/${made.body.id}/videos`, { curve: { kind: 'viral', views: 9_000 } })
  await first.stop()
  // Use another port, because fetch may reuse a connection to the stopped sandbox.
  const second = await startSandbox({ dataDir, port: await freePort() })
  onTestFinished(() => second.stop())
  expect({ ...second.social, url: '' }).toEqual({ ...first.social, url: '' })
  const { body } = await callConsole<Any>(second, `/_sandbox/social/accounts/${made.body.id}/videos`)
  expect(body).toMatchObject([{ curve: { kind: 'viral', views: 9_000 } }])
})
