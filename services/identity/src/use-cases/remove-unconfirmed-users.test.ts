import { eventually, movableClock } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { startMailbox } from '../mailbox.fixture.ts'
import { linkOf } from '../store/links.ts'
import { findUserByEmail } from '../store/users.ts'
import { startIdentity } from '../users.fixture.ts'
import { removeUnconfirmedUsers } from './remove-unconfirmed-users.ts'

const mailbox = await startMailbox({ forTest: false })
const clock = movableClock('2026-11-21T12:00:00Z')
const { app, newEmail, signUp, confirm } = await startIdentity({ clock, env: { SMTP_URL: mailbox.url } })
const remove = () => removeUnconfirmedUsers({ day: '2026-12-21' }, app.context())
const userOf = (email: string) => findUserByEmail(app.context(), email)

test('removes a sign-up left unconfirmed for 30 days, along with its link, but keeps confirmed users', async () => {
  const [forgotten, confirmed, later] = [newEmail(), newEmail(), newEmail()]
  for (const email of [forgotten, confirmed]) await signUp({ email })
  expect((await confirm((await mailbox.newest(confirmed)).token)).status).toBe(201)
  const { id = '' } = (await userOf(forgotten)) ?? {}
  clock.advance({ days: 29 })
  await signUp({ email: later })
  await remove()
  expect(await userOf(forgotten)).toBeDefined()

  clock.advance({ days: 2 })
  // The service's own job may remove the user first.
  await eventually(remove)
  expect(await userOf(forgotten)).toBeUndefined()
  expect(await linkOf(app.context(), id, 'confirm')).toBeUndefined()
  expect(await userOf(confirmed)).toMatchObject({ confirmedAt: expect.any(Date) })
  expect(await userOf(later)).toBeDefined()
  expect((await signUp({ email: forgotten })).status).toBe(201)
})
