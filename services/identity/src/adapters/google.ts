/** Google's side of a sign-in, through passport. State and browser are checked before this file sees a callback. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { withTimeout } from '@reelfair/service-kit'
import passport from 'passport'
import { Strategy } from 'passport-google-oauth20'
import { z } from 'zod'
import type { GoogleProfile } from '../domain/google.ts'

/** `failed`: Google refused, for example because the code was used before. `unavailable`: Google did not respond. */
type GoogleAnswer =
  | { readonly kind: 'profile'; readonly profile: GoogleProfile }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed' | 'unavailable'; readonly reason: string }

export interface Google {
  /** @param save stores the PKCE verifier and returns the state that Google sends back */
  authorize(save: (verifier: string) => Promise<string>): Promise<string>
  /** @param verifier the PKCE verifier of the sign-in that the state belongs to */
  readProfile(given: { readonly code?: string | undefined; readonly error?: string | undefined }, verifier: string): Promise<GoogleAnswer>
}

interface Options {
  readonly clientId: string
  readonly clientSecret: string
  readonly returnUrl: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly userinfoUrl: string
  readonly answerWithinMs?: number
}

/** Shorter than the 10 s after which the gateway stops waiting. */
const ANSWER_WITHIN_MS = 8_000

const Profile = z.object({
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  // Google sends a boolean; its older endpoints sent text.
  email_verified: z.union([z.boolean(), z.stringbool()]),
})

type Settled = (error: unknown, user?: unknown, challenge?: unknown) => void

export function googleOf(options: Options): Google {
  const { answerWithinMs = ANSWER_WITHIN_MS } = options
  return {
    authorize: (save) =>
      new Promise((resolve, reject) => {
        const stateStore = {
          store: (_: unknown, verifier: string, _state: unknown, _meta: unknown, done: Settled) =>
            void save(verifier).then((state) => done(null, state), done),
          verify: () => undefined,
        }
        run(strategyOf(options, stateStore), {}, { redirected: resolve, settled: reject })
      }),

    async readProfile({ code, error }, verifier) {
      const agent = new (options.tokenUrl.startsWith('https:') ? HttpsAgent : HttpAgent)()
      const asked = new Promise<GoogleAnswer>((resolve, reject) => {
        const stateStore = { store: () => undefined, verify: (_: unknown, _state: unknown, done: Settled) => done(null, verifier) }
        const strategy = strategyOf(options, stateStore)
        const oauth2 = oauth2Of(strategy)
        oauth2.setAgent(agent)
        // By default, the library puts the token in the URL.
        oauth2.useAuthorizationHeaderforGET(true)
        const settled: Settled = (problem, user) => {
          if (problem) resolve(answerOf(problem))
          else resolve(user ? { kind: 'profile', profile: user as GoogleProfile } : { kind: 'cancelled' })
        }
        // Without a code, passport would start a new sign-in.
        const query = code === undefined ? { error: error ?? 'invalid_request' } : { code, ...(error !== undefined && { error }) }
        run(strategy, query, { redirected: () => reject(new Error('passport started a second sign-in')), settled })
      })
      try {
        return await withTimeout(asked, answerWithinMs, (): GoogleAnswer => ({ kind: 'unavailable', reason: 'timeout' }))
      } finally {
        agent.destroy()
      }
    },
  }
}

/** A new strategy per call, because passport attaches a call's callbacks to it. */
function strategyOf(options: Options, store: object): Strategy {
  const given = {
    clientID: options.clientId,
    clientSecret: options.clientSecret,
    callbackURL: options.returnUrl,
    authorizationURL: options.authorizationUrl,
    tokenURL: options.tokenUrl,
    userProfileURL: options.userinfoUrl,
    scope: ['openid', 'email', 'profile'],
    pkce: true,
    state: true,
    store: store as never,
  }
  return new Strategy(given, (_accessToken, _refreshToken, profile, done) => {
    const { success, data } = Profile.safeParse(profile._json)
    if (!success) return done(new Error('Google returned an invalid profile'))
    done(null, { sub: data.sub, email: data.email, isVerified: data.email_verified } satisfies GoogleProfile)
  })
}

interface OAuth2Client {
  setAgent(agent: HttpAgent): void
  useAuthorizationHeaderforGET(on: boolean): void
}

/** passport-oauth2 documents this property for subclasses; it is the only way to set an agent. */
const oauth2Of = (strategy: Strategy) => (strategy as unknown as { _oauth2: OAuth2Client })._oauth2

/** Runs passport without express: use cases see neither requests nor responses. */
function run(
  strategy: Strategy,
  query: Readonly<Record<string, string>>,
  { redirected, settled }: { redirected: (url: string) => void; settled: Settled },
): void {
  const response = {
    setHeader: (name: string, value: string) => {
      if (name === 'Location') redirected(value)
    },
    end: () => undefined,
  }
  // Lets users choose between several Google accounts.
  const options = { session: false, prompt: 'select_account' }
  passport.authenticate(strategy, options, settled)({ query }, response, settled)
}

/** Omits Google's own text, which may contain codes or addresses. */
function answerOf(problem: unknown): GoogleAnswer {
  if (!(problem instanceof Error)) throw problem
  const { name } = problem
  const cause = 'oauthError' in problem ? problem.oauthError : undefined
  const status = typeof cause === 'object' && cause !== null && 'statusCode' in cause ? Number(cause.statusCode) : undefined
  // Connection errors have a code instead of a status.
  const isUnavailable = name === 'InternalOAuthError' && (status === undefined || status >= 500)
  return { kind: isUnavailable ? 'unavailable' : 'failed', reason: status === undefined ? name : `${name} ${status}` }
}
