import { AccountVerified, DataExportPart, UserCampaignsChecked, UserInvitationsChecked, UserMoneyChecked } from '@reelfair/contracts'
import { countBy, eventually, movableClock, type Person, times } from '@reelfair/testkit'
import { png } from '@reelfair/testkit/pictures'
import { expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { accountDeletions } from '../store/account-deletions.ts'
import { brandDeclarations } from '../store/brand-declarations.ts'
import { brandLogos } from '../store/brand-logos.ts'
import { brands } from '../store/brands.ts'
import { deletion } from '../store/erase-user.ts'
import { sessions } from '../store/sessions.ts'
import { userById } from '../store/users.ts'
import { PASSWORD, startIdentity } from '../users.fixture.ts'
import { deleteNextUser } from './delete-user.ts'
import { removeKeptRecords } from './remove-kept-records.ts'

const mailbox = await startMailbox({ forTest: false })
const clock = movableClock('2026-11-21T12:00:00Z')
const identity = await startIdentity({ clock, env: { SMTP_URL: mailbox.url } })
const { app, address, user, newEmail, signIn, exchange, signUp } = identity
const { askForReset, askForEmailChange, confirmEmailChange } = identity

async function signedIn(role: 'creator' | 'brand' | 'admin' = 'creator') {
  const { id, email } = await user(role)
  const { secret } = await signIn(email)
  const [session] = await sessions.find(app.context(), { userId: id }, { limit: 1 })
  const me: Person = { id, role, complete: true, sessionId: session?.id ?? '' }
  const ask = (body: object = {}, as: Person = me) =>
    app.as(as).post('/account/deletion', { email, password: PASSWORD, ...body }, { headers: address() })
  return { id, email, me, secret, ask, status: async () => (await app.as(me).get('/account/deletion')).body }
}
const of = async (type: string, userId: string) => (await app.emitted(type)).filter((event) => event.userId === userId)
const campaignsClear = (userId: string, attempt = 1) => UserCampaignsChecked.of({ userId, attempt, obstacles: [], earnedCents: 71 })
const invitationsClear = (userId: string, attempt = 1) => UserInvitationsChecked.of({ userId, attempt, obstacles: [], earnedCents: 200 })
const moneyClear = (userId: string, hasBought = false) => UserMoneyChecked.of({ userId, attempt: 1, obstacles: [], hasBought })
async function clearAll(userId: string, hasBought = false) {
  for (const answer of [invitationsClear(userId), campaignsClear(userId), moneyClear(userId, hasBought)]) await app.deliver(answer)
}
/** The last pass is due a minute after the deletion; the last e-mail is removed once it is sent. */
const erased = (userId: string) =>
  eventually(
    async () => {
      const lastPass = new Date(clock.now().getTime() + 60_000)
      expect(await deletion.collection.byId(app.context(), userId)).toMatchObject({ eraseDueAt: lastPass })
      expect(await app.database.collection('mails').countDocuments({ kind: 'account-deleted' })).toBe(0)
    },
    { within: 15_000 },
  )

const company = {
  legalName: 'Alpine SAS',
  legalForm: 'SAS',
  registrationNumber: '732829320',
  addressLine1: '1 rue des Alpes',
  postalCode: '75011',
  city: 'Paris',
  country: 'FR',
}
async function aBrand() {
  const brand = await signedIn('brand')
  const contact = { brandName: 'Alpine', contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example' }
  await app
    .as(brand.me)
    .put('/brand', { ...contact, contactPhone: '+49 30 123456', termsAccepted: true }, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  await app.as(brand.me).put('/brand/company', company)
  await app.as(brand.me).post('/brand/logo', png(), { headers: { 'content-type': 'image/png' } })
  return brand
}

test('asks the other services once, and deletes nothing yet', async () => {
  const { id, ask, secret, status } = await signedIn()
  expect(await status()).toEqual({ state: 'none', obstacles: [] })
  const waives = { credits: 0, cents: 40 }
  expect(await ask({ waives })).toMatchObject({ status: 202, body: { state: 'pending', obstacles: [] } })
  expect(countBy(await Promise.all(times(5, () => ask())), 'status')).toEqual({ 202: 5 })
  expect(await of('user.deletion-requested', id)).toEqual([{ userId: id, role: 'creator', attempt: 1 }])
  expect((await exchange(secret)).status).toBe(200)
  for (const answer of [campaignsClear(id), invitationsClear(id)]) await app.deliver(answer, { times: 2 })
  expect(await of('user.work-cleared', id)).toEqual([{ userId: id, role: 'creator', attempt: 1, earnedCents: 271, waives }])
  expect(await status()).toMatchObject({ state: 'pending' })
  expect(await userById(app.context(), id)).toBeDefined()
})

test('rejects admins and any other address', async () => {
  const { id, ask, status } = await signedIn()
  expect(await ask({ email: 'somebody@else.example' })).toMatchObject({ status: 400, body: { code: 'deletion_email_differs' } })
  expect(await ask({ waives: { credits: -1 } })).toMatchObject({ status: 400 })
  const admin = await signedIn('admin')
  expect(await admin.ask()).toMatchObject({ status: 403, body: { code: 'deletion_by_command' } })
  // Nobody can name another user: the account is always the signed-in user's.
  const other = await signedIn()
  expect(await ask({ userId: other.id })).toMatchObject({ status: 400 })
  expect(await ask({ email: other.email }, other.me)).toMatchObject({ status: 202 })
  expect(await status()).toEqual({ state: 'none', obstacles: [] })
  for (const one of [id, admin.id]) expect(await of('user.deletion-requested', one)).toEqual([])
})

test('reports obstacles, unlocks all services and accepts a new request', async () => {
  const { id, ask, status } = await signedIn('brand')
  await ask()
  await app.deliver(campaignsClear(id))
  const obstacles = [{ reason: 'invitations_open' as const, amount: 2 }]
  await app.deliver(UserInvitationsChecked.of({ userId: id, attempt: 1, obstacles, earnedCents: 0 }), { times: 2 })
  expect(await of('user.deletion-blocked', id)).toEqual([{ userId: id, attempt: 1 }])
  expect(await status()).toMatchObject({ state: 'blocked', obstacles })
  await ask()
  expect((await of('user.deletion-requested', id)).map(({ attempt }) => attempt)).toEqual([1, 2])
  // Answers to the first request no longer count.
  for (const answer of [invitationsClear(id), campaignsClear(id)]) await app.deliver(answer)
  expect(await of('user.work-cleared', id)).toEqual([])
  await app.deliver(invitationsClear(id, 2))
  await app.deliver(campaignsClear(id, 2))
  const missing = [{ reason: 'credits_available' as const, amount: 900 }]
  await app.deliver(UserMoneyChecked.of({ userId: id, attempt: 2, obstacles: missing, hasBought: true }))
  expect(await status()).toMatchObject({ state: 'blocked', obstacles: missing })
  expect(await userById(app.context(), id)).toBeDefined()
})

test('deletes the user once nothing blocks it, sends a last e-mail, and frees the address', async () => {
  const { id, email, me, ask, secret } = await signedIn()
  const { id: exportId } = (await app.as(me).post('/data-exports')).body
  for (const index of [0, 1])
    await app.deliver(DataExportPart.of({ exportId, service: 'payouts', index, last: index === 1, json: JSON.stringify({ email }) }))
  await app.deliver(
    AccountVerified.of({
      ...{ accountId: crypto.randomUUID(), creatorId: id, network: 'instagram', username: 'ida.films', externalId: 'x' },
      ...{ followers: 1, averageViews: null, isPublic: true, version: 1 },
    }),
  )
  await ask()
  await clearAll(id)
  await app.deliver(moneyClear(id))
  await erased(id)
  expect(await of('user.deleted', id)).toEqual([{ userId: id, role: 'creator' }])
  expect((await exchange(secret)).status).toBe(401)
  expect((await signIn(email)).body.code).toBe('wrong_credentials')
  const mail = await mailbox.newest(email)
  expect(mail.subject).toBe('Your Reelfair account is deleted')
  expect(mail.body).not.toContain('gave up')
  const stored = await everything()
  for (const secretWord of [email, email.toLowerCase(), 'ida.films']) expect(stored).not.toContain(secretWord)
  expect((await signUp({ email })).status).toBe(201)
})

test('names in the last e-mail what the user gave up, and then keeps only the amount that the user confirmed', async () => {
  const [creator, brand] = [await signedIn(), await signedIn('brand')]
  for (const [{ id, ask }, givenUp] of [
    [creator, { credits: 0, cents: 250 }],
    [brand, { credits: 12_000, cents: 0 }],
  ] as const) {
    const answer = { userId: id, obstacles: [], hasBought: false }
    const waives = { credits: 12_500, cents: 300 }
    await ask({ waives })
    for (const clear of [invitationsClear(id), campaignsClear(id)]) await app.deliver(clear)
    // Answers to another request, or after the first one, change nothing.
    await app.deliver(UserMoneyChecked.of({ ...answer, attempt: 2, givenUp: { credits: 7, cents: 7 } }))
    await app.deliver(UserMoneyChecked.of({ ...answer, attempt: 1, givenUp }), { times: 2 })
    await app.deliver(UserMoneyChecked.of({ ...answer, attempt: 1, givenUp: { credits: 8, cents: 8 } }))
    await erased(id)
    const kept = await accountDeletions.byId(app.context(), id)
    expect(kept).toMatchObject({ waives })
    expect(kept).not.toHaveProperty('givenUp')
  }
  expect((await mailbox.newest(creator.email)).body).toContain('You gave up your balance of €2.50.')
  expect((await mailbox.newest(brand.email)).body).toContain('You gave up your remaining view credits: 12,000.')
})

test('removes the e-mails to former addresses and to new ones that were never confirmed', async () => {
  const { id, email, me, ask } = await signedIn()
  await askForReset(email)
  await mailbox.newest(email)
  const [next, unconfirmed] = [newEmail(), newEmail()]
  await askForEmailChange(me, next)
  expect((await confirmEmailChange((await mailbox.newest(next)).token)).status).toBe(200)
  clock.advance({ minutes: 5 })
  expect((await askForEmailChange(me, unconfirmed)).status).toBe(202)
  await mailbox.newest(unconfirmed)
  for (const address of [email, next, unconfirmed]) expect(await everything()).toContain(address)
  expect((await ask({ email: next })).status).toBe(202)
  await clearAll(id)
  await erased(id)
  for (const address of [email, next, unconfirmed]) expect(await everything()).not.toContain(address)
})

test('deletes once, even if workers run concurrently and one of them dies', async () => {
  const { id, ask } = await signedIn()
  await ask()
  await clearAll(id)
  const context = app.context()
  const dying = {
    ...context,
    transact: (work: Parameters<typeof context.transact>[0]) =>
      context.transact(async (tx) => {
        await work(tx)
        throw new Error('the process dies before the commit')
      }),
  } as typeof context
  await Promise.allSettled([deleteNextUser(dying), ...times(5, () => deleteNextUser(app.context()))])
  await erased(id)
  expect(await of('user.deleted', id)).toHaveLength(1)
  expect((await accountDeletions.byId(app.context(), id))?.state).toBe('deleted')
})

test('keeps the evidence of accepted terms for five years without a name or an address', async () => {
  const { id, email, me, ask } = await aBrand()
  const registeredAt = new Date(clock.now())
  clock.advance({ days: 1 })
  const at = new Date(clock.now())
  await app.as(me).post('/terms-acceptances', { version: '1.1' }, { headers: { 'x-forwarded-for': '203.0.113.10' } })
  await ask()
  await clearAll(id)
  await erased(id)
  const newest = { version: '1.1', acceptedAt: at, ip: '203.0.113.10' }
  const evidence = [
    { what: 'sign-up', ...newest },
    { what: 'brand', version: '1.0', acceptedAt: registeredAt, ip: '203.0.113.9' },
    { what: 'brand', ...newest },
  ]
  expect(await accountDeletions.byId(app.context(), id)).toMatchObject({ deletedAt: at, evidence })
  for (const word of ['Alpine', 'Ida', 'Roth', '123456', email]) expect(await everything()).not.toContain(word)
  const nextYears = (years: number, days: number) => {
    const then = new Date(at)
    then.setUTCFullYear(then.getUTCFullYear() + years, then.getUTCMonth(), then.getUTCDate() + days)
    clock.set(then)
    return removeKeptRecords({ day: '2031-11-21' }, app.context())
  }
  await nextYears(5, -1)
  expect(await accountDeletions.byId(app.context(), id)).toHaveProperty('evidence')
  await nextYears(5, 0)
  expect(await accountDeletions.byId(app.context(), id)).not.toHaveProperty('evidence')
  for (const ip of ['203.0.113.9', '203.0.113.10']) expect(await everything()).not.toContain(ip)
  clock.set(registeredAt)
})

test('fails rather than loses the evidence of a brand that is stored without it', async () => {
  const { id, ask } = await aBrand()
  await brands.native(app.context().connection).updateOne({ _id: id }, { $unset: { terms: 1 } })
  await ask()
  await clearAll(id)
  await eventually(async () => expect((await accountDeletions.byId(app.context(), id))?.queue?.failures).toBe(1))
  expect(await userById(app.context(), id)).toBeDefined()
})

test('removes the brand’s logo', async () => {
  const brand = await aBrand()
  const logosOf = () => brandLogos.find(app.context(), { brandId: brand.id }, { limit: 10 })
  const [logo] = await logosOf()
  expect((await app.as('visitor').get(`/brand-logos/${logo?.id}`)).status).toBe(200)
  await brand.ask()
  await clearAll(brand.id, true)
  await erased(brand.id)
  expect(await logosOf()).toEqual([])
  expect((await app.as('visitor').get(`/brand-logos/${logo?.id}`)).status).toBe(404)
})

test('keeps the company’s details for ten years if the brand ever bought credits, but neither contact nor logo', async () => {
  const [buyer, other] = [await aBrand(), await aBrand()]
  for (const brand of [buyer, other]) await brand.ask()
  await clearAll(buyer.id, true)
  await clearAll(other.id, false)
  for (const { id } of [buyer, other]) await erased(id)
  const declared = (brandId: string) => brandDeclarations.find(app.context(), { brandId }, { limit: 10 })
  expect(await declared(buyer.id)).toMatchObject([{ kind: 'company', company }])
  expect(await declared(other.id)).toEqual([])
  const at = new Date(clock.now())
  const then = new Date(at)
  then.setUTCFullYear(at.getUTCFullYear() + 10)
  clock.set(new Date(then.getTime() - 1))
  await removeKeptRecords({ day: '2036-11-20' }, app.context())
  expect(await declared(buyer.id)).toHaveLength(1)
  clock.set(then)
  await removeKeptRecords({ day: '2036-11-21' }, app.context())
  expect(await declared(buyer.id)).toEqual([])
  clock.set(at)
})

/** All stored documents as text. */
async function everything(): Promise<string> {
  const all = await app.database.listCollections().toArray()
  const rows = await Promise.all(all.map(async ({ name }) => [name, await app.database.collection(name).find().toArray()]))
  return JSON.stringify(rows)
}
