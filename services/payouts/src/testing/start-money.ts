/** Starts payouts and the sandbox's Stripe on a shared clock, with helpers that act as users and as the provider. */
import { CreatorRegistered } from '@reelfair/contracts'
import { startSandbox } from '@reelfair/sandbox'
import { eventually, type Person, person, startService } from '@reelfair/testkit'
import { afterAll } from 'vitest'
import { stripeProvider } from '../adapters/stripe.ts'
import { payouts } from '../app.ts'
import type { Ports, Provider, WorkContext } from '../ports.ts'
import { postTestEarning } from '../use-cases/post-test-earning.ts'
import { processNextTransfer } from '../use-cases/process-transfer.ts'
import { aBrandWith } from './a-brand.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

interface Options {
  readonly workers?: boolean
}

export const OK = '4242424242424242'

/** Both servers stop when the test file ends. */
export async function startMoney({ workers = false }: Options = {}) {
  const sandbox = await startSandbox()
  const { stripe, clock } = sandbox
  const env = {
    PUBLIC_ORIGIN: 'http://localhost:4000',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_API_BASE: stripe.apiBase,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecrets.platform,
    STRIPE_CONNECT_WEBHOOK_SECRET: stripe.webhookSecrets.connect,
    STRIPE_THIN_WEBHOOK_SECRET: stripe.webhookSecrets.thin,
  }
  const app = await startService(payouts, { env, clock, workers })
  sandbox.setAppOrigin(app.url)
  afterAll(() => sandbox.stop())

  /** Paths are relative to the sandbox's `/_sandbox/`. */
  async function console_<T = unknown>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method,
      headers: JSON_TYPE,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`sandbox answered ${answer.status} to ${path}: ${await answer.text()}`)
    return (answer.status === 204 ? undefined : await answer.json()) as T
  }

  async function aCreator(): Promise<Person<'creator'>> {
    const creator = person('creator')
    await app.deliver(CreatorRegistered.of({ creatorId: creator.id, email: `${creator.id}@reelfair.example`, version: 1 }))
    return creator
  }

  const earn = (creator: Person, cents: number, reason: string = crypto.randomUUID()) =>
    postTestEarning({ creatorId: creator.id, cents, reason }, app.context())

  async function accountOf(creator: Person): Promise<string> {
    const row = await app
      .context()
      .connection.collection<{ _id: string; stripeAccountId: string }>('payout_accounts')
      .findOne({ _id: creator.id })
    if (!row) throw new Error('payout account is missing')
    return row.stripeAccountId
  }

  async function onboard(creator: Person, outcome = 'complete'): Promise<string> {
    await app.as(creator).post('/payout-account/onboarding', {})
    const account = await accountOf(creator)
    await console_(`accounts/${account}`, { outcome })
    await sandbox.deliveriesDone()
    return account
  }

  const provider = stripeProvider({
    secretKey: stripe.secretKey,
    apiBase: stripe.apiBase,
    webhookSecrets: stripe.webhookSecrets,
    publicOrigin: env.PUBLIC_ORIGIN,
    timeoutMs: 1_500,
  })
  function contextWithShortTimeout(other: Partial<Provider> = {}): WorkContext {
    const context = app.context()
    const ports: Ports = { isSandbox: true, provider: { ...provider, ...other } }
    return { ...context, connection: context.connection, log: context.log, ports }
  }

  /** Leaves the transfer claimed, as a process would if it died just before paying. */
  async function claimNextAndDie(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    void processNextTransfer(
      contextWithShortTimeout({
        createTransfer: () => {
          resolve()
          return new Promise<never>(() => {})
        },
      }),
    )
    await promise
  }

  return {
    sandbox,
    app,
    claimNextAndDie,
    env,
    contextWithShortTimeout,
    console: console_,
    aBrand: () => aBrandWith(app, 0),
    aCreator,
    earn,
    onboard,
    accountOf,
    anEarner: async (cents: number) => {
      const creator = await aCreator()
      await onboard(creator)
      // Refreshes the account, because the provider's events may have been dropped.
      await app.as(creator).post('/payout-account/refresh', {})
      await earn(creator, cents)
      return creator
    },
    balanceOf: async (creator: Person) => (await app.as(creator).get('/balance')).body,
    creditsOf: async (brand: Person) => (await app.as(brand).get('/credits')).body,
    fill: (cents = 1_000_000) => console_('balance', { amount: cents }),
    eventually,
  }
}

export type Money = Awaited<ReturnType<typeof startMoney>>
