import { AccountVerified } from '@reelfair/contracts'
import { databaseUse, multiply, person, watchQueries } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { identity } from './app.ts'
import { chosen, googlePerson, startGoogleIdentity } from './google.fixture.ts'
import { removeUnconfirmedUsers } from './use-cases/remove-unconfirmed-users.ts'
import { sendNextMail } from './use-cases/send-next-mail.ts'
import { PASSWORD } from './users.fixture.ts'

const documents = Number(process.env.QUERIES_DOCUMENTS ?? 1_000)

watchQueries()
const { app, user, signIn, exchange, signUp, newEmail, resend, confirm, askForLink, signInByLink, post, visit } = await startGoogleIdentity(
  {},
  { workers: false },
)

test('uses an index for every query and reads at most three documents per returned document', {
  timeout: 1_800_000,
}, async () => {
  const brand = await user('brand')
  const { secret } = await signIn(brand.email)
  await signIn(brand.email, 'wrong horse')
  await signUp({ email: newEmail() })
  await multiply(app, documents)

  const ask = async () => {
    const { device } = await signIn(brand.email)
    await signIn(brand.email, 'wrong horse', 'visitor', device)
    await askForLink(brand.email)
    await signInByLink('no-token-of-anybody')
    await signIn('nobody@example.org')
    await exchange(secret)
    const email = newEmail()
    await signUp({ email })
    await resend(email)
    await app.as('visitor').post('/contact-messages', { name: 'Ada', email, topic: 'general', message: 'Hello' })
    await confirm('no-token-of-anybody')
    const googleUser = googlePerson()
    const { oauth } = await visit(googleUser)
    await post('/google/registrations', chosen, { oauth })
    await visit(googleUser)
    const unverified = await visit(googlePerson({ email: brand.email, email_verified: false }))
    await post('/google/links', { password: PASSWORD }, { oauth: unverified.oauth })
    await sendNextMail(app.context()).catch(() => undefined)
    await removeUnconfirmedUsers({ day: '2026-11-22' }, app.context())
    const me = { id: brand.id, role: 'brand', complete: true, sessionId: crypto.randomUUID() } as const
    for (const path of ['/me', '/brand', '/session', '/google/connection']) await app.as(me).get(path)
    const contact = { contactFirstName: 'Ida', contactLastName: 'Roth', contactEmail: 'ida@alpine.example', termsAccepted: true }
    await app.as(me).put('/brand', { brandName: 'Alpine', ...contact })
    const accountId = crypto.randomUUID()
    const facts = {
      network: 'instagram',
      username: 'lea.films',
      externalId: 'x',
      followers: 1,
      averageViews: null,
      isPublic: true,
    } as const
    await app.deliver(AccountVerified.of({ accountId, creatorId: person('creator').id, ...facts, version: 1 }))
    await app.as(me).del('/sessions/current')
  }
  const { queryCount, faults } = await databaseUse(app, identity, ask)
  expect(faults).toEqual([])
  expect(queryCount).toBeGreaterThan(10)
})
