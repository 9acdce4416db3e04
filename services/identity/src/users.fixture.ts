import { argon2Sync } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Role } from '@reelfair/contracts'
import { makeSessionKeys } from '@reelfair/service-kit'
import { type Answer, type Person, startService, type TestOptions } from '@reelfair/testkit'
import { hashPassword } from './adapters/password-hash.ts'
import { identity } from './app.ts'
import { addConfirmedUser } from './cli/add-confirmed-user.ts'
import { users } from './store/users.ts'

export const PASSWORD = 'correct horse'

const CHEAP = { nonce: Buffer.alloc(16), memory: 8, passes: 1, parallelism: 1, tagLength: 32 }
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
/** The hash of `PASSWORD` with Argon2’s lowest cost. The stored hash determines the cost of checking a password. */
const CHEAP_HASH = `$argon2id$v=19$m=8,t=1,p=1$${base64(CHEAP.nonce)}$${base64(argon2Sync('argon2id', { message: PASSWORD, ...CHEAP }))}`

export const ORIGIN = 'https://reelfair.test'

/** No mail server listens at this address, so e-mails stay queued. Tests that need e-mails pass a mailbox's address. */
const MAIL_ENV = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Reelfair <hello@reelfair.test>', PUBLIC_ORIGIN: ORIGIN }

function withCookies(answer: Answer) {
  const cookie = (name: string) => answer.headers[`x-set-${name}`]?.split(';')[0] ?? ''
  return { ...answer, secret: cookie('session'), device: cookie('device'), challenge: cookie('challenge') }
}

export async function startIdentity(options: TestOptions = {}) {
  const keys = makeSessionKeys()
  const app = await startService(identity, {
    ...options,
    env: { SESSION_PRIVATE_KEY: keys.privateKey, ...MAIL_ENV, ...options.env },
  })
  let count = 0
  /** Sign-in is limited per network, so each request comes from a new network. */
  const address = () => ({ 'x-forwarded-for': `2001:db8:${(++count).toString(16)}::1` })
  const typing = (password: string) => {
    const context = app.context()
    return { ...context, ports: { ...context.ports, standardInput: Readable.from([`${password}\n`]) } }
  }
  return {
    app,
    keys,
    address,
    typing,
    /** @param hash `real`: with the product’s cost, for tests that compare durations */
    async user(role: Role, hash: 'cheap' | 'real' = 'cheap'): Promise<{ email: string; role: Role; id: string }> {
      const email = `Somebody.${++count}@Example.org`
      const passwordHash = hash === 'cheap' ? CHEAP_HASH : await hashPassword(PASSWORD)
      const id = await addConfirmedUser({ email, role, passwordHash }, app.context())
      return { email, role, id }
    },
    async signIn(email: string, password = PASSWORD, as: Person | 'visitor' = 'visitor', device?: string) {
      const headers = { ...address(), ...(device && { 'x-device': device }) }
      return withCookies(await app.as(as).post('/sessions', { email, password }, { headers }))
    },
    askForLink: (email: string, redirect?: string) => app.as('visitor').post('/sign-in-links', { email, redirect }, { headers: address() }),
    async signInByLink(token: string, as: Person | 'visitor' = 'visitor') {
      return withCookies(await app.as(as).post('/sessions/by-link', { token }, { headers: address() }))
    },
    newEmail: () => `New.${++count}@Example.org`,
    async signUp(entries: Readonly<Record<string, unknown>> & { email: string }, headers: Readonly<Record<string, string>> = {}) {
      const body = { password: PASSWORD, role: 'creator', termsAccepted: true, ...entries }
      return app.as('visitor').post('/users', body, { headers: { ...address(), ...headers } })
    },
    /** Stores the cheap hash of `PASSWORD`, for tests that check the password of a signed-up user often. */
    checkCheaply: (email: string) =>
      users.native(app.context().connection).updateOne({ emailKey: email.toLowerCase() }, { $set: { passwordHash: CHEAP_HASH } }),
    async confirm(token: string, { password = PASSWORD, as = 'visitor' }: { password?: string; as?: Person | 'visitor' } = {}) {
      return withCookies(await app.as(as).post('/confirmations', { token, password }, { headers: address() }))
    },
    askForReset: (email: string) => app.as('visitor').post('/password-resets', { email }, { headers: address() }),
    resetPassword: async (token: string, password: string, as: Person | 'visitor' = 'visitor') =>
      withCookies(await app.as(as).post('/password-resets/confirm', { token, password }, { headers: address() })),
    askForEmailChange: (as: Person | 'visitor', email: string, password = PASSWORD) =>
      app.as(as).post('/email-changes', { email, password }, { headers: address() }),
    confirmEmailChange: async (token: string, password = PASSWORD, as: Person | 'visitor' = 'visitor') =>
      withCookies(await app.as(as).post('/email-changes/confirm', { token, password }, { headers: address() })),
    changePassword: async (as: Person | 'visitor', currentPassword: string, password: string) =>
      withCookies(await app.as(as).put('/password', { currentPassword, password }, { headers: address() })),
    resend: (email: string) => app.as('visitor').post('/confirmations/resend', { email }, { headers: address() }),
    exchange: (secret: string) => app.as('gateway').post('/sessions/token', { secret }),
  }
}
