import type { Role } from '@reelfair/contracts'
import type { Answer, Person, TestOptions } from '@reelfair/testkit'
import { totp } from '@reelfair/testkit/totp'
import { expect } from 'vitest'
import { startGoogleIdentity } from './google.fixture.ts'
import { PASSWORD } from './users.fixture.ts'

const STEP_MS = 30_000

/** The secret of the session that a response starts. */
export const sessionOf = ({ headers }: Pick<Answer, 'headers'>): string => headers['x-set-session']?.split(';')[0] ?? ''

/** Starts identity for users with two-step sign-in. The clock moves only when a test advances it. */
export async function startFactorIdentity(env: Readonly<Record<string, string>> = {}, options: TestOptions = {}) {
  const identity = await startGoogleIdentity(env, options)
  const { app, post, signedIn, signIn, personOf } = identity

  /** What the app shows, or showed some steps ago. */
  const code = (secret: string, steps = 0) => totp(secret, new Date(app.clock.now().getTime() + steps * STEP_MS))

  /** Turns two-step sign-in on, which starts a new session. Afterwards, the app shows a new code. */
  async function addFactor(as: Person, password: string | undefined = PASSWORD, device?: string) {
    const offer = await post('/second-factor/enrolments', { password }, { as })
    expect(offer.status).toBe(201)
    const { enrolment, secret } = offer.body
    const added = await post('/second-factor', { enrolment, code: code(secret) }, { as, ...(device && { device }) })
    expect(added.status).toBe(201)
    const session = sessionOf(added)
    const now = { secret: session, as: await personOf(session) }
    app.clock.advance({ ms: STEP_MS })
    return { ...now, appSecret: String(secret), recoveryCodes: added.body.recoveryCodes as string[] }
  }

  return {
    ...identity,
    code,
    addFactor,
    /** A signed-in user with two-step sign-in. */
    async withFactor(role: Role = 'creator') {
      const who = await signedIn(role)
      return { ...who, ...(await addFactor(who.as, PASSWORD, who.device)) }
    },
    async answerWith(given: string, challenge: string, more: { as?: Person; device?: string } = {}) {
      const answer = await post('/sessions/by-code', { code: given }, { challenge, ...more })
      return { ...answer, secret: sessionOf(answer) }
    },
    /** Signs in with the password and expects to be asked for a code. */
    async challengeOf(email: string, password = PASSWORD) {
      const { status, body, challenge, secret } = await signIn(email, password)
      expect([status, body, secret]).toEqual([202, { secondStep: true }, ''])
      return challenge
    },
  }
}
