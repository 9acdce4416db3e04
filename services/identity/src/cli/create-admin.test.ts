import { expect, test } from 'vitest'
import { startIdentity } from '../people.fixture.ts'
import { createAdmin } from './create-admin.ts'

const { app, signIn } = await startIdentity()

test('makes an administrator, and no second one with the address', async () => {
  const make = () => createAdmin.run({ email: 'root@example.org', password: 'given secret' }, app.context())
  expect(await make()).toContain('Created admin root@example.org')
  expect(await signIn('root@example.org', 'given secret')).toMatchObject({ status: 201, body: { role: 'admin' } })
  await expect(make()).rejects.toMatchObject({ code: 'email_taken' })
})
