/** Identity, table of contents. */
import {
  Brand,
  BrandForm,
  BrandRegistered,
  CurrentSession,
  Me,
  SessionEnded,
  SessionToken,
  SignInInput,
  TokenRequest,
} from '@reelfair/contracts'
import { type ConfigOf, defineService, del, get, post, put } from '@reelfair/service-kit'
import { createUser } from './cli/create-user.ts'
import { config } from './config.ts'
import { ABSOLUTE_DAYS } from './domain/session.ts'
import type { Ports } from './ports.ts'
import { brands } from './store/brands.ts'
import { sessions } from './store/sessions.ts'
import { users } from './store/users.ts'
import { endOwnSession } from './use-cases/end-session.ts'
import { exchangeSecret } from './use-cases/exchange-secret.ts'
import { registerBrand } from './use-cases/register-brand.ts'
import { showBrand } from './use-cases/show-brand.ts'
import { showMe } from './use-cases/show-me.ts'
import { showSession } from './use-cases/show-session.ts'
import { signIn } from './use-cases/sign-in.ts'

/** The gateway makes the cookie of it; the browser forgets it when the session is over at the latest. */
const setSession = (secret: string, days: number) => ({ 'x-set-session': `${secret}; max-age=${days * 86_400}` })

export const identity = defineService({
  name: 'identity',
  config,
  ports: (given: ConfigOf<typeof config>): Ports => ({ sessionKey: given.SESSION_PRIVATE_KEY }),
  collections: [users, sessions, brands],
  routes: [
    post('/sessions', {
      role: 'visitor',
      input: SignInInput,
      output: Me,
      run: signIn,
      perMinute: 10,
      answer: ({ secret, me }) => ({ status: 201, body: me, headers: setSession(secret, ABSOLUTE_DAYS) }),
    }),
    del('/sessions/current', {
      role: 'user',
      run: endOwnSession,
      answer: () => ({ status: 204, body: undefined, headers: setSession('', 0) }),
    }),
    post('/sessions/token', {
      role: 'gateway',
      input: TokenRequest,
      output: SessionToken,
      run: exchangeSecret,
      status: 200,
      perMinute: 60_000,
    }),
    get('/session', { role: 'visitor', output: CurrentSession, run: showSession }),
    get('/me', { role: 'user', output: Me, run: showMe }),
    get('/brand', { role: 'any-brand', output: Brand, run: showBrand }),
    put('/brand', { role: 'any-brand', input: BrandForm, output: Brand, run: registerBrand }),
  ],
  says: [BrandRegistered, SessionEnded],
  commands: [createUser],
})
