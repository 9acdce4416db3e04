import type { Stripe } from 'stripe'

/** v1 names of requirements, keyed by their v2 names. */
const NAMES: Record<string, string> = {
  'identity.individual.given_name': 'individual.first_name',
  'identity.individual.surname': 'individual.last_name',
  'identity.individual.date_of_birth': 'individual.dob.day',
  'identity.individual.address.line1': 'individual.address.line1',
  'identity.individual.documents.primary_verification.front_back.front': 'individual.verification.document',
  'defaults.payout_methods.eur': 'external_account',
  'identity.attestations.terms_of_service.account.shown_and_accepted': 'tos_acceptance.date',
}

/** A transfers-only account never accepts charges, even when it is fully verified. */
export function accountV1(account: Stripe.V2.Core.Account): Stripe.Account {
  const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
  const submitted = account.identity?.attestations?.terms_of_service?.account !== undefined
  const entries = account.requirements?.entries ?? []
  const named = (wanted: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(wanted).map(({ description }) => NAMES[description] ?? description)
  const fromUser = (entry: (typeof entries)[number]) => entry.awaiting_action_from === 'user'
  const pastDue = named((entry) => fromUser(entry) && entry.minimum_deadline.status === 'past_due')
  const active = transfers === 'active'
  return {
    id: account.id,
    object: 'account',
    business_type: 'individual',
    capabilities: { transfers: active ? 'active' : transfers === 'pending' ? 'pending' : 'inactive' },
    charges_enabled: false,
    controller: {
      fees: { payer: 'application' },
      is_controller: true,
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: account.dashboard ?? 'none' },
      type: 'application',
    },
    country: (account.identity?.country ?? 'fr').toUpperCase(),
    created: Math.floor(new Date(account.created).getTime() / 1_000),
    default_currency: account.defaults?.currency ?? 'eur',
    details_submitted: submitted,
    email: account.contact_email ?? null,
    metadata: account.metadata ?? {},
    payouts_enabled: active,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: named(fromUser),
      disabled_reason:
        transfers === 'rejected'
          ? 'rejected.other'
          : pastDue.length
            ? 'requirements.past_due'
            : transfers === 'pending'
              ? 'requirements.pending_verification'
              : null,
      errors: entries.flatMap(({ description, errors }) =>
        errors.map(({ code, description: reason }) => ({
          code: code as Stripe.Account.Requirements.Error['code'],
          reason,
          requirement: NAMES[description] ?? description,
        })),
      ),
      eventually_due: named(fromUser),
      past_due: pastDue,
      pending_verification: named((entry) => !fromUser(entry)),
    },
    type: 'none',
  }
}
