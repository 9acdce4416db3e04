import { AccountVerified, BrandRegistered, CreatorRegistered, identityRoutes, SessionEnded } from '@reelfair/contracts'
import { defineService, on, routesOf, worker } from '@reelfair/service-kit'
import { createAdmin } from './cli/create-admin.ts'
import { createUser } from './cli/create-user.ts'
import { config } from './config.ts'
import { ABSOLUTE_DAYS, DEVICE_DAYS } from './domain/session.ts'
import { portsOf } from './ports.ts'
import { brands } from './store/brands.ts'
import { devices } from './store/devices.ts'
import { links } from './store/links.ts'
import { mailQueue, mails } from './store/mails.ts'
import { sessions } from './store/sessions.ts'
import { throttles } from './store/throttles.ts'
import { users } from './store/users.ts'
import { changePassword } from './use-cases/change-password.ts'
import { confirmEmail } from './use-cases/confirm-email.ts'
import { endOwnSession } from './use-cases/end-session.ts'
import { exchangeSecret } from './use-cases/exchange-secret.ts'
import { registerBrand } from './use-cases/register-brand.ts'
import { rememberUsername } from './use-cases/remember-username.ts'
import { requestSignInLink } from './use-cases/request-sign-in-link.ts'
import { resendConfirmation } from './use-cases/resend-confirmation.ts'
import { sendNextMail } from './use-cases/send-next-mail.ts'
import { showBrand } from './use-cases/show-brand.ts'
import { showMe } from './use-cases/show-me.ts'
import { showSession } from './use-cases/show-session.ts'
import { signIn } from './use-cases/sign-in.ts'
import { signInByLink } from './use-cases/sign-in-by-link.ts'
import { signUp } from './use-cases/sign-up.ts'
import type { SignInResult } from './use-cases/start-user-session.ts'

/** The gateway turns this header value into a cookie. */
const order = (secret: string, days: number) => `${secret}; max-age=${days * 86_400}`
const enterWith =
  (status: number) =>
  ({ secret, device, me }: SignInResult) => ({
    status,
    body: me,
    headers: { 'x-set-session': order(secret, ABSOLUTE_DAYS), 'x-set-device': order(device, DEVICE_DAYS) },
  })
const enter = enterWith(201)

const { del, get, post, put } = routesOf(identityRoutes)

export const identity = defineService({
  name: 'identity',
  config,
  ports: portsOf,
  collections: [users, sessions, devices, brands, links, mails, throttles],
  routes: [
    post('/users', { role: 'visitor', run: signUp, refuses: ['password_common', 'email_taken'], perMinute: 10 }),
    post('/confirmations', {
      role: 'visitor',
      run: confirmEmail,
      refuses: ['wrong_credentials', 'confirmation_invalid', 'sign_in_slowed'],
      perMinute: 20,
      answer: enter,
    }),
    post('/confirmations/resend', { role: 'visitor', run: resendConfirmation, refuses: ['resend_too_soon'], status: 202, perMinute: 10 }),
    post('/sessions', {
      role: 'visitor',
      run: signIn,
      refuses: ['wrong_credentials', 'email_unconfirmed', 'sign_in_slowed'],
      perMinute: 30,
      answer: enter,
    }),
    post('/sessions/by-link', { role: 'visitor', run: signInByLink, refuses: ['sign_in_link_invalid'], perMinute: 20, answer: enter }),
    post('/sign-in-links', { role: 'visitor', run: requestSignInLink, refuses: ['resend_too_soon'], status: 202, perMinute: 10 }),
    del('/sessions/current', {
      role: 'user',
      run: endOwnSession,
      answer: () => ({ status: 204, body: undefined, headers: { 'x-set-session': order('', 0) } }),
    }),
    post('/sessions/token', { role: 'gateway', run: exchangeSecret, refuses: ['not_signed_in'], status: 200, perMinute: 60_000 }),
    get('/session', { role: 'visitor', run: showSession }),
    get('/me', { role: 'user', run: showMe }),
    // For visitors, so that neither the new session's secret nor the passwords are stored with an idempotency key.
    put('/password', {
      role: 'visitor',
      run: changePassword,
      refuses: ['not_signed_in', 'wrong_password', 'password_common', 'sign_in_slowed'],
      perMinute: 30,
      answer: enterWith(200),
    }),
    get('/brand', { role: 'any-brand', run: showBrand }),
    put('/brand', { role: 'any-brand', run: registerBrand, refuses: ['phone_invalid'] }),
  ],
  subscribes: [on(AccountVerified, rememberUsername)],
  publishes: [BrandRegistered, CreatorRegistered, SessionEnded],
  workers: [worker('send-mails', 500, sendNextMail)],
  queues: [mailQueue],
  commands: [createAdmin, createUser],
})
