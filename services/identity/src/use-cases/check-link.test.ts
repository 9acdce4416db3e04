import { LinkPurpose } from '@reelfair/contracts'
import { hashOfSecret, newSecret } from '@reelfair/service-kit'
import { countBy, movableClock, times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { LINK_MS } from '../domain/link-mail.ts'
import { putLink } from '../store/links.ts'
import { findUserByEmail } from '../store/users.ts'
import { startIdentity } from '../users.fixture.ts'

const { app, address, user, newEmail, signUp, confirm, signInByLink, resetPassword, confirmEmailChange } = await startIdentity({
  // The clock does not advance, so that a link expires exactly when a test says.
  clock: movableClock(new Date()),
  workers: false,
})

const uses = {
  confirm: { use: confirm, status: 201, refused: { code: 'confirmation_invalid', details: { hours: 24 } } },
  'sign-in': { use: signInByLink, status: 201, refused: { code: 'sign_in_link_invalid', details: { minutes: 15 } } },
  reset: {
    use: (token: string) => resetPassword(token, 'fjord lantern 41'),
    status: 201,
    refused: { code: 'reset_link_invalid', details: { minutes: 30 } },
  },
  'change-email': { use: confirmEmailChange, status: 200, refused: { code: 'email_change_invalid', details: { hours: 24 } } },
} as const
const each = Object.entries(uses).map(([purpose, use]) => ({ purpose: purpose as LinkPurpose, ...use }))

const check = (purpose: string, token: string, headers = address()) =>
  app.as('visitor').post('/link-checks', { purpose, token }, { headers })

async function unconfirmed(): Promise<string> {
  const email = newEmail()
  await signUp({ email })
  return (await findUserByEmail(app.context(), email))?.id ?? ''
}

/** Replaces the user's previous link with this purpose. @returns the secret that the e-mail would contain */
async function aLink(purpose: LinkPurpose, given?: string): Promise<{ token: string; userId: string }> {
  const userId = given ?? (purpose === 'confirm' ? await unconfirmed() : (await user('creator')).id)
  const token = newSecret()
  const expiresAt = new Date(app.clock.now().getTime() + LINK_MS[purpose])
  const link = { userId, purpose, tokenHash: hashOfSecret(token), expiresAt, newEmail: newEmail() }
  await app.context().transact((tx) => putLink(tx, link))
  return { token, userId }
}

test.each(each)(
  'a link to $purpose stays usable however often it is checked, until it is used',
  async ({ purpose, use, status, refused }) => {
    const { token } = await aLink(purpose)
    const answers = await Promise.all(times(5, () => check(purpose, token)))
    expect(countBy(answers, 'status')).toEqual({ 204: 5 })
    expect((await use(token)).status).toBe(status)
    expect(await check(purpose, token)).toMatchObject({ status: 410, body: refused })
  },
)

test.each(each)('refuses an expired and a replaced link to $purpose', async ({ purpose, refused }) => {
  const { token: former, userId } = await aLink(purpose)
  const { token } = await aLink(purpose, userId)
  expect(await check(purpose, former)).toMatchObject({ status: 410, body: refused })
  app.clock.advance({ ms: LINK_MS[purpose] - 1 })
  expect((await check(purpose, token)).status).toBe(204)
  app.clock.advance({ ms: 1 })
  expect(await check(purpose, token)).toMatchObject({ status: 410, body: refused })
})

test.each(each)('treats a link for another purpose like an unknown secret: $purpose', async ({ purpose, refused }) => {
  const { token } = await aLink(purpose)
  for (const other of LinkPurpose.options.filter((one) => one !== purpose)) {
    const [wrong, unknown] = [await check(other, token), await check(other, newSecret())]
    expect(wrong).toMatchObject({ status: 410, body: { code: uses[other].refused.code } })
    const { requestId: _, ...said } = wrong.body
    expect(unknown.body).toMatchObject(said)
  }
  expect(await check(purpose, newSecret())).toMatchObject({ status: 410, body: refused })
  expect((await check(purpose, token)).status).toBe(204)
})

test('refuses links that a user’s confirmation made useless, and those of unconfirmed users', async () => {
  const { token, userId } = await aLink('reset', await unconfirmed())
  expect((await check('reset', token)).status).toBe(410)
  expect((await confirm((await aLink('confirm', userId)).token)).status).toBe(201)
  expect((await check('confirm', (await aLink('confirm', userId)).token)).status).toBe(410)
})

test('limits checks per network, so that nobody can overload the database with them', async () => {
  const headers = address()
  const answers = await Promise.all(times(61, () => check('reset', newSecret(), headers)))
  expect(countBy(answers, 'status')).toEqual({ 410: 60, 429: 1 })
})

test.each([
  { purpose: 'admin', token: 'x' },
  { purpose: 'reset', token: '' },
  { purpose: 'reset', token: 'x'.repeat(129) },
  { purpose: 'reset', token: { $ne: '' } },
  { purpose: 'reset' },
])('rejects %j', async (body) => {
  expect((await app.as('visitor').post('/link-checks', body, { headers: address() })).status).toBe(400)
})
