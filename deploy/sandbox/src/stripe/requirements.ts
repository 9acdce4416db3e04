import type { Stripe } from 'stripe'
import type { World } from '../world.ts'
import { accountV1 } from './account-v1.ts'
import { emit, emitThin } from './events.ts'
import { findOrFault } from './fault.ts'

type Requirements = Stripe.V2.Core.Account.Requirements
type Entry = NonNullable<Requirements['entries']>[number]
type Deadline = Entry['minimum_deadline']['status']
type Capability = NonNullable<
  NonNullable<NonNullable<NonNullable<Stripe.V2.Core.Account['configuration']>['recipient']>['capabilities']>['stripe_balance']
>
type Transfers = NonNullable<Capability['stripe_transfers']>

export const OUTCOMES = ['complete', 'halfway', 'restricted', 'pending', 'rejected', 'underage'] as const
export type OnboardingOutcome = (typeof OUTCOMES)[number]

interface Asked {
  readonly description: string
  readonly error?: { readonly code: string; readonly description: string }
  readonly from?: 'stripe' | 'user'
}

export const FIRST_REQUIREMENTS: readonly Asked[] = [
  { description: 'identity.individual.given_name' },
  { description: 'identity.individual.surname' },
  { description: 'identity.individual.date_of_birth' },
  { description: 'identity.individual.address.line1' },
  { description: 'defaults.payout_methods.eur' },
  { description: 'identity.attestations.terms_of_service.account.shown_and_accepted' },
]

export function requirementsOf(asked: readonly Asked[], deadline: Deadline): Requirements {
  const entries = asked.map(
    ({ description, error, from = 'user' }): Entry => ({
      awaiting_action_from: from,
      description,
      errors: error ? [error] : [],
      impact: {
        restricts_capabilities: [
          { capability: 'stripe_balance.stripe_transfers', configuration: 'recipient', deadline: { status: deadline } },
        ],
      },
      minimum_deadline: { status: deadline },
      requested_reasons: [{ code: 'routine_onboarding' }],
    }),
  )
  return { entries, ...(entries.length ? { summary: { minimum_deadline: { status: deadline } } } : {}) }
}

const DETAILS: Record<Exclude<Transfers['status'], 'active' | 'unsupported'>, Transfers['status_details']> = {
  pending: [{ code: 'requirements_pending_verification', resolution: 'no_resolution' }],
  restricted: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
  rejected: [{ code: 'rejected_other', resolution: 'contact_stripe' }],
}

export const statusOf = (status: 'active' | 'pending' | 'restricted' | 'rejected'): Transfers => ({
  status,
  status_details: status === 'active' ? [] : structuredClone(DETAILS[status]),
})

const AFTER: Record<
  OnboardingOutcome,
  { readonly status: 'active' | 'pending' | 'restricted' | 'rejected'; readonly requirements: Requirements }
> = {
  complete: { status: 'active', requirements: requirementsOf([], 'currently_due') },
  halfway: { status: 'restricted', requirements: requirementsOf(FIRST_REQUIREMENTS.slice(3), 'currently_due') },
  restricted: {
    status: 'restricted',
    requirements: requirementsOf(
      [
        {
          description: 'identity.individual.documents.primary_verification.front_back.front',
          error: {
            code: 'verification_document_not_readable',
            description: 'The document could not be read. Upload a clearer picture of it.',
          },
        },
      ],
      'past_due',
    ),
  },
  pending: {
    status: 'pending',
    requirements: requirementsOf(
      [{ description: 'identity.individual.documents.primary_verification.front_back.front', from: 'stripe' }],
      'eventually_due',
    ),
  },
  rejected: { status: 'rejected', requirements: requirementsOf([], 'currently_due') },
  underage: {
    status: 'restricted',
    requirements: requirementsOf(
      [
        {
          description: 'identity.individual.date_of_birth',
          error: { code: 'invalid_dob_age_under_18', description: 'Under 18-year-olds are not allowed.' },
        },
      ],
      'past_due',
    ),
  },
}

const DAY_MS = 86_400_000

export function applyOutcome(world: World, accountId: string, outcome: OnboardingOutcome): void {
  const account = findOrFault(world.state.accounts, 'account', accountId)
  const { status, requirements } = AFTER[outcome]
  const before = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
  account.configuration = {
    recipient: { applied: true, capabilities: { stripe_balance: { payouts: statusOf(status), stripe_transfers: statusOf(status) } } },
  }
  account.requirements = structuredClone(requirements)
  account.identity = { entity_type: 'individual', ...account.identity }
  if (outcome !== 'halfway') attest(world, account)
  emitThin(world, 'v2.core.account[requirements].updated', { account: accountId, related: true })
  if (before !== status)
    for (const name of ['stripe_balance.stripe_transfers', 'stripe_balance.payouts'])
      emitThin(world, 'v2.core.account[configuration.recipient].capability_status_updated', {
        account: accountId,
        related: true,
        data: { updated_capability: name },
      })
  const seen = accountV1(account)
  emit(world, 'account.updated', seen, accountId)
  if (before !== status)
    emit(
      world,
      'capability.updated',
      {
        id: 'transfers',
        object: 'capability',
        account: accountId,
        requested: true,
        requested_at: world.nowSeconds(),
        requirements: seen.requirements,
        status: seen.capabilities?.transfers,
      },
      accountId,
    )
  if (outcome === 'pending') world.schedule({ atMs: world.nowMs() + DAY_MS, kind: 'verify', id: accountId })
}

/** Records acceptance of the terms. From then on, Stripe reports the account's details as submitted. */
function attest(world: World, account: Stripe.V2.Core.Account): void {
  account.identity = {
    ...account.identity,
    attestations: { terms_of_service: { account: { date: world.clock.now().toISOString(), ip: '127.0.0.1' } } },
  }
}

export function completeVerification(world: World, accountId: string): void {
  const account = world.state.accounts.get(accountId)
  if (account?.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status === 'pending')
    applyOutcome(world, accountId, 'complete')
}
