import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { findUserByEmail } from '../store/users.ts'
import { startIdentity } from '../users.fixture.ts'
import { createAdmin } from './create-admin.ts'
import { readPassword } from './read-password.ts'

const mailbox = await startMailbox({ forTest: false })
const { app, signIn, signUp, confirm } = await startIdentity({ env: { SMTP_URL: mailbox.url } })
const make = (email: string) => createAdmin.run({ email, password: undefined }, app.context())

test('creates an administrator and rejects a second run for the same address without changing anything', async () => {
  const printed = await make('root@example.org')
  const [, password = ''] = /Password \(shown only once\): (\S+)$/.exec(printed) ?? []
  expect(await signIn('root@example.org', password)).toMatchObject({ status: 201, body: { role: 'admin' } })
  const before = await findUserByEmail(app.context(), 'root@example.org')
  await expect(make('ROOT@example.org')).rejects.toMatchObject({ code: 'email_taken' })
  expect(await findUserByEmail(app.context(), 'root@example.org')).toEqual(before)
})

test('rejects a password passed as an argument, where others could read it', () => {
  const { password } = createAdmin.args
  expect(['given secret', '', '--'].map((one) => password?.safeParse(one).success)).toEqual([false, false, false])
  expect(['-', undefined].map((one) => password?.safeParse(one).success)).toEqual([true, true])
})

test('reads a password from a file or a pipe', async () => {
  expect(await readPassword(Readable.from(['a rare ', 'password\n']))).toBe('a rare password')
  await expect(readPassword(Readable.from(['123456\n']))).rejects.toMatchObject({ code: 'password_common' })
  for (const wrong of ['', 'short', 'x'.repeat(129)]) await expect(readPassword(Readable.from([wrong]))).rejects.toThrow('6 to 128')
})

test('invalidates the link and the password of an earlier sign-up with the administrator’s address', async () => {
  await signUp({ email: 'chief@example.org', password: 'a squatter’s' })
  const { token } = await mailbox.newest('chief@example.org')
  const printed = await make('chief@example.org')
  expect((await confirm(token)).status).toBe(410)
  expect((await signIn('chief@example.org', 'a squatter’s')).status).toBe(401)
  expect((await signIn('chief@example.org', /: (\S+)$/.exec(printed)?.[1])).body).toMatchObject({ role: 'admin' })
})
