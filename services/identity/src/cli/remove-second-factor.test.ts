import { expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { startFactorIdentity } from '../second-factor.fixture.ts'
import { removeUserFactor } from './remove-second-factor.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, user, withFactor, signIn, exchange, challengeOf, answerWith, code } = await startFactorIdentity({ SMTP_URL: mailbox.url })
const remove = (email: string) => removeUserFactor.run({ email }, app.context())

test('lets a user who has lost the phone and the codes sign in with only the password, and notifies them', async () => {
  const { email, secret, appSecret } = await withFactor()
  const challenge = await challengeOf(email)
  expect(await remove(email.toUpperCase())).toContain('Turned off')
  expect((await exchange(secret)).status).toBe(401)
  expect((await answerWith(code(appSecret), challenge)).status).toBe(410)
  expect((await signIn(email)).status).toBe(201)
  await mailbox.newest(email, 2)
  expect(mailbox.to(email).map(({ subject }) => subject)).toContain('Two-step sign-in is off')
})

test('rejects an unknown address and a user without two-step sign-in', async () => {
  const { email } = await user('creator')
  await expect(remove('nobody@example.org')).rejects.toMatchObject({ code: 'not_found' })
  await expect(remove(email)).rejects.toMatchObject({ code: 'second_factor_missing' })
})
