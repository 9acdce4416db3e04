import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { newId, type World } from '../world.ts'
import { accountV1 } from './account-v1.ts'
import { mergeMetadata } from './customers.ts'
import { type Call, type Endpoint, endpoint } from './endpoint.ts'
import { emit, emitThin, pageOf } from './events.ts'
import { findOrFault, invalidRequest, noSuch, wrongParameter } from './fault.ts'
import { bool, int, metadata, text } from './params.ts'
import { FIRST_REQUIREMENTS, requirementsOf, statusOf } from './requirements.ts'

export type Account = Stripe.V2.Core.Account

/** Countries to which a platform in the European Economic Area can transfer money. */
const COUNTRIES = 'at be bg ca ch cy cz de dk ee es fi fr gb gr hr hu ie is it li lt lu lv mt nl no pl pt ro se si sk us'.split(' ')
const LINK_TTL_MS = 300_000

const include = z
  .array(
    z.enum([
      'configuration.customer',
      'configuration.merchant',
      'configuration.recipient',
      'defaults',
      'future_requirements',
      'identity',
      'requirements',
    ]),
  )
  .optional()
type Include = z.infer<typeof include>

const address = z.strictObject({
  city: text.optional(),
  country: text.optional(),
  line1: text.optional(),
  line2: text.optional(),
  postal_code: text.optional(),
  state: text.optional(),
  town: text.optional(),
})

const fields = {
  contact_email: z.email().optional(),
  contact_phone: text.optional(),
  display_name: text.optional(),
  dashboard: z.enum(['express', 'full', 'none']).optional(),
  metadata: metadata.optional(),
  identity: z
    .strictObject({
      country: text.optional(),
      entity_type: z.enum(['individual', 'company', 'government_entity', 'non_profit']).optional(),
      individual: z
        .strictObject({
          given_name: text.optional(),
          surname: text.optional(),
          email: text.optional(),
          phone: text.optional(),
          address: address.optional(),
        })
        .optional(),
    })
    .optional(),
  configuration: z
    .strictObject({
      recipient: z
        .strictObject({
          capabilities: z
            .strictObject({
              stripe_balance: z.strictObject({ stripe_transfers: z.strictObject({ requested: z.boolean() }).optional() }).optional(),
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  defaults: z
    .strictObject({
      currency: text.optional(),
      locales: z.array(text).optional(),
      profile: z
        .strictObject({ business_url: text.optional(), doing_business_as: text.optional(), product_description: text.optional() })
        .optional(),
      responsibilities: z
        .strictObject({
          fees_collector: z.enum(['application', 'stripe']).optional(),
          losses_collector: z.enum(['application', 'stripe']).optional(),
        })
        .optional(),
    })
    .optional(),
  include,
}
type Fields = z.infer<z.ZodObject<typeof fields>>

export function create(params: Fields, world: World): Account {
  const country = params.identity?.country?.toLowerCase()
  if (country !== undefined && !COUNTRIES.includes(country))
    throw invalidRequest(
      `Accounts in ${country.toUpperCase()} cannot receive transfers from your platform.`,
      'unsupported_country',
      'identity.country',
    )
  const { fees_collector = 'stripe', losses_collector = 'stripe' } = params.defaults?.responsibilities ?? {}
  const recipient = params.configuration?.recipient
  if (recipient?.capabilities?.stripe_balance?.stripe_transfers?.requested && losses_collector === 'stripe')
    throw invalidRequest(
      'The losses collector cannot be stripe for an account that receives transfers.',
      'invalid_fields',
      'defaults.responsibilities',
    )
  const account: Account = {
    id: newId('acct_', 16),
    object: 'v2.core.account',
    applied_configurations: recipient ? ['recipient'] : [],
    closed: false,
    configuration: recipient
      ? {
          recipient: {
            applied: true,
            capabilities: { stripe_balance: { payouts: statusOf('restricted'), stripe_transfers: statusOf('restricted') } },
          },
        }
      : {},
    created: world.clock.now().toISOString(),
    dashboard: params.dashboard ?? 'none',
    defaults: {
      currency: params.defaults?.currency ?? 'eur',
      ...(params.defaults?.locales ? { locales: params.defaults.locales } : {}),
      responsibilities: { fees_collector, losses_collector, requirements_collector: 'stripe' },
    },
    identity: country ? { country } : {},
    livemode: false,
    metadata: {},
    requirements: recipient ? requirementsOf(FIRST_REQUIREMENTS, 'currently_due') : { entries: [] },
  }
  merge(account, params)
  world.state.accounts.set(account.id, account)
  emitThin(world, 'v2.core.account.created', { account: account.id, related: true })
  return account
}

function merge(account: Account, params: Fields): void {
  if (params.contact_email) account.contact_email = params.contact_email
  if (params.contact_phone) account.contact_phone = params.contact_phone
  if (params.display_name) account.display_name = params.display_name
  account.metadata = mergeMetadata(account.metadata ?? {}, params.metadata)
  const { entity_type, individual } = params.identity ?? {}
  if (entity_type) account.identity = { ...account.identity, entity_type }
  if (individual) {
    const { given_name, surname, email } = individual
    account.identity = {
      ...account.identity,
      individual: {
        ...(account.identity?.individual ?? {
          account: account.id,
          id: newId('person_'),
          created: account.created,
          object: 'v2.core.account_person',
          updated: account.created,
        }),
        ...(given_name ? { given_name } : {}),
        ...(surname ? { surname } : {}),
        ...(email ? { email } : {}),
      } as NonNullable<Stripe.V2.Core.Account.Identity['individual']>,
    }
  }
}

function render(account: Account, shown: Include): Account {
  const { configuration, defaults, future_requirements: _, identity, requirements, ...rest } = account
  const wants = new Set(shown)
  const recipient = configuration?.recipient
  const asksConfiguration = [...wants].some((name) => name.startsWith('configuration.'))
  return {
    ...rest,
    ...(asksConfiguration ? { configuration: wants.has('configuration.recipient') && recipient ? { recipient } : {} } : {}),
    ...(wants.has('defaults') && defaults ? { defaults } : {}),
    ...(wants.has('identity') && identity ? { identity } : {}),
    ...(wants.has('requirements') && requirements ? { requirements } : {}),
    ...(wants.has('future_requirements') ? { future_requirements: { entries: [] } } : {}),
  }
}

export const demandAccount = ({ world, path }: Call): Account => findOrFault(world.state.accounts, 'account', path.id ?? '')

/** @throws StripeFault if the account has a balance */
export function close(account: Account, world: World): Account {
  const { available = 0, pending = 0 } = world.state.balances.get(account.id) ?? {}
  if (available + pending !== 0)
    throw invalidRequest('This account has a balance. It can be closed when the balance is zero.', 'cannot_proceed')
  account.closed = true
  account.applied_configurations = []
  emitThin(world, 'v2.core.account.closed', { account: account.id, related: true })
  emit(world, 'account.application.deauthorized', { id: newId('ca_'), object: 'application', name: 'Reelfair' }, account.id)
  return account
}

const onboarding = z.strictObject({
  refresh_url: z.url(),
  return_url: z.url().optional(),
  collection_options: z
    .strictObject({
      fields: z.enum(['currently_due', 'eventually_due']).optional(),
      future_requirements: z.enum(['include', 'omit']).optional(),
    })
    .optional(),
})

const token = () => randomBytes(18).toString('base64url')

export function createLink(world: World, accountId: string, useCase: string, urls: { refreshUrl: string; returnUrl: string }) {
  const account = world.state.accounts.get(accountId)
  if (!account) throw noSuch('account', accountId, 'account')
  if (account.closed) throw invalidRequest('This account is closed.', 'account_closed', 'account')
  const secret = token()
  const expiresAtMs = world.nowMs() + LINK_TTL_MS
  world.state.accountLinks.set(secret, { account: accountId, useCase, expiresAtMs, ...urls })
  return { expiresAtMs, url: `${world.url()}/connect/onboarding/${secret}` }
}

/**
 * Creates a login link and returns its URL.
 * @throws StripeFault when the account has no Express dashboard or has not completed onboarding
 */
export function createLoginLink(world: World, account: Account): string {
  if (account.dashboard !== 'express') throw invalidRequest('Login links can only be created for accounts with an Express dashboard.')
  if (!accountV1(account).details_submitted)
    throw invalidRequest('Cannot create a login link for an account that has not completed onboarding.')
  const secret = token()
  world.state.loginLinks.set(secret, { account: account.id, expiresAtMs: world.nowMs() + LINK_TTL_MS })
  return `${world.url()}/express/${secret}`
}

export const accountEndpoints: readonly Endpoint[] = [
  endpoint('POST', '/v2/core/accounts', fields, (params, { world }) => render(create(params, world), params.include)),
  endpoint(
    'GET',
    '/v2/core/accounts',
    {
      applied_configurations: z.array(z.enum(['customer', 'merchant', 'recipient'])).optional(),
      closed: bool.optional(),
      limit: int.pipe(z.int().min(1).max(100)).optional(),
      page: text.optional(),
    },
    (params, { world }) => {
      const rows = [...world.state.accounts.values()]
        .reverse()
        .filter(
          (one) =>
            (one.closed ?? false) === (params.closed ?? false) &&
            (params.applied_configurations ?? []).every((name) => one.applied_configurations.includes(name)),
        )
      return pageOf(
        '/v2/core/accounts',
        rows.map((one) => render(one, [])),
        params,
      )
    },
  ),
  endpoint('GET', '/v2/core/accounts/:id', { include }, (params, call) => render(demandAccount(call), params.include)),
  endpoint('POST', '/v2/core/accounts/:id', fields, (params, call) => {
    const account = demandAccount(call)
    if (account.closed) throw invalidRequest('This account is closed.', 'account_closed')
    merge(account, params)
    emitThin(call.world, 'v2.core.account.updated', { account: account.id, related: true })
    return render(account, params.include)
  }),
  endpoint(
    'POST',
    '/v2/core/accounts/:id/close',
    { applied_configurations: z.array(z.enum(['customer', 'merchant', 'recipient'])).optional() },
    (_, call) => render(close(demandAccount(call), call.world), []),
  ),
  endpoint(
    'POST',
    '/v2/core/account_links',
    {
      account: text,
      use_case: z.strictObject({
        type: z.enum(['account_onboarding', 'account_update']),
        account_onboarding: onboarding.optional(),
        account_update: onboarding.optional(),
      }),
    },
    ({ account, use_case }, { world }) => {
      const urls = use_case[use_case.type]
      if (!urls)
        throw wrongParameter(`Missing required param: use_case[${use_case.type}].`, 'parameter_missing', `use_case[${use_case.type}]`)
      const link = createLink(world, account, use_case.type, {
        refreshUrl: urls.refresh_url,
        returnUrl: urls.return_url ?? urls.refresh_url,
      })
      return {
        object: 'v2.core.account_link',
        account,
        created: world.clock.now().toISOString(),
        expires_at: new Date(link.expiresAtMs).toISOString(),
        livemode: false,
        url: link.url,
        use_case,
      }
    },
  ),
]
