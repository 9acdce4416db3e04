import { countBy, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { signUnsubscribe, UNSUBSCRIBE_DAYS } from '../adapters/unsubscribe-token.ts'
import { startWithBells } from '../notifications.fixture.ts'

const { app, member, keys, address } = await startWithBells()
const other = await startWithBells()
const key = app.context().ports.unsubscribeKey
const DAY = 86_400_000
const ago = (days: number) => new Date(app.clock.now().getTime() - days * DAY)

const tokenFor = (userId: string, group: 'reviews' | 'money' = 'reviews', at = app.clock.now()) =>
  signUnsubscribe({ userId, group, at }, key)
const press = (token: string) => app.as('visitor').post('/unsubscriptions', { token }, { headers: address() })
const byMailbox = (token: string, body = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
  fetch(`${app.url}/webhooks/unsubscribe/${token}`, { method: 'POST', body, headers: { 'content-type': type } })
const choiceOf = async ({ client }: Awaited<ReturnType<typeof member>>, group = 'reviews') =>
  (await client.get('/notifications/choices')).body.items.find((one: { group: string }) => one.group === group)?.mail

test('switches off only one group’s e-mails, without a session', async () => {
  const brand = await member('brand')
  expect(await press(tokenFor(brand.id))).toMatchObject({ status: 200, body: { group: 'reviews', name: 'Views in review' } })
  expect(await choiceOf(brand)).toBe('off')
  expect(await choiceOf(brand, 'campaigns')).toBe('on')
})

test.each([
  ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [
    'a multipart form',
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  ],
])('accepts a mailbox provider’s request as %s', async (_, body, type) => {
  const brand = await member('brand')
  expect((await byMailbox(tokenFor(brand.id), body, type)).status).toBe(204)
  expect(await choiceOf(brand)).toBe('off')
})

test('ignores a scanner’s POST without the one-click field', async () => {
  const brand = await member('brand')
  expect((await byMailbox(tokenFor(brand.id), 'a=b')).status).toBe(410)
  expect(await choiceOf(brand)).toBe('on')
})

test('rejects forged tokens', async () => {
  const [brand, victim] = [await member('brand'), await member('brand')]
  const token = tokenFor(brand.id)
  const [, , time, signature] = token.split('~')
  for (const forged of [
    token.replace(brand.id, victim.id),
    token.replace('reviews', 'campaigns'),
    `${brand.id}~reviews~zzzzzz~${signature}`,
    `${victim.id}~reviews~${time}~${'A'.repeat(43)}`,
    token.slice(0, -1),
    `${token}A`,
    'x',
    signUnsubscribe({ userId: brand.id, group: 'reviews', at: app.clock.now() }, other.app.context().ports.unsubscribeKey),
  ]) {
    expect(await press(forged)).toMatchObject({ status: 410, body: { code: 'unsubscribe_invalid' } })
    expect((await byMailbox(forged)).status).toBe(410)
  }
  expect([await choiceOf(brand), await choiceOf(brand, 'campaigns'), await choiceOf(victim)]).toEqual(['on', 'on', 'on'])
  expect(keys.privateKey).not.toContain(signature)
})

test('rejects an expired token, and accepts one just before it expires', async () => {
  const brand = await member('brand')
  expect((await press(tokenFor(brand.id, 'reviews', ago(UNSUBSCRIBE_DAYS)))).status).toBe(410)
  expect(await choiceOf(brand)).toBe('on')
  expect((await press(tokenFor(brand.id, 'reviews', ago(UNSUBSCRIBE_DAYS - 1)))).status).toBe(200)
})

test('a replayed token has no further effect', async () => {
  const brand = await member('brand')
  const token = tokenFor(brand.id)
  expect(countBy(await Promise.all(times(20, () => press(token))), 'status')).toEqual({ 200: 20 })
  expect(await choiceOf(brand)).toBe('off')
})

test('cannot switch off e-mails about money, even with a valid signature, or unsubscribe an unknown user', async () => {
  const brand = await member('brand')
  expect((await press(tokenFor(brand.id, 'money'))).status).toBe(410)
  expect((await press(tokenFor(crypto.randomUUID()))).status).toBe(410)
  expect(await choiceOf(brand, 'money')).toBe('always')
})

test('keeps the choices from concurrent requests, and refuses to switch off security e-mails', async () => {
  const creator = await member('creator')
  await Promise.all(['reviews', 'earnings', 'invitations', 'accounts'].map((group) => creator.choose(group, false)))
  const { items } = (await creator.client.get('/notifications/choices')).body
  expect(items.map(({ group, mail }: { group: string; mail: string }) => `${group} ${mail}`)).toEqual([
    'reviews off',
    'earnings off',
    'invitations off',
    'partnerships on',
    'accounts off',
    'money always',
    'terms always',
    'security always',
  ])
  expect((await creator.choose('earnings', true)).body.items[1]).toMatchObject({ group: 'earnings', mail: 'on' })
  expect(await creator.choose('security', false)).toMatchObject({ status: 409, body: { code: 'notification_required' } })
})
