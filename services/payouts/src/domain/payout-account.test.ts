import { expect, test } from 'vitest'
import { type AccountFacts, describeRequirement, nextStepOf, statusOf } from './payout-account.ts'

const asked = (awaits: 'you' | 'provider', code = 'identity.individual.date_of_birth') => ({ code, awaits, overdue: false })
const YOU = [asked('you')]
const PROVIDER = [asked('provider')]
const BOTH = [asked('provider'), asked('you')]

const reader = (locale: 'en' | 'fr') => ({ locale, supportEmail: 'help@alpine.example' })

test.each([
  ['none', [], undefined, 'Set up your payout account'],
  // If no requirements are known, the text must not claim that the creator has provided anything.
  ['in_setup', [], undefined, 'Continue to see what’s missing'],
  ['in_setup', [], 'restricted', 'Continue to see what’s missing'],
  ['in_setup', [], 'none', 'Continue to see what’s missing'],
  ['in_setup', YOU, 'restricted', 'Continue where you left off'],
  ['in_setup', YOU, 'pending', 'Continue where you left off'],
  ['in_setup', BOTH, 'restricted', 'Continue where you left off'],
  ['in_setup', PROVIDER, 'restricted', 'is checking it. No action needed'],
  ['in_setup', PROVIDER, undefined, 'is checking it. No action needed'],
  ['in_setup', [], 'pending', 'is checking it. No action needed'],
  ['active', [], 'active', 'You can transfer your balance'],
  ['active', YOU, 'active', 'You can transfer your balance'],
  ['restricted', YOU, 'restricted', 'provide what it asks for'],
  ['restricted', BOTH, 'restricted', 'provide what it asks for'],
  ['restricted', PROVIDER, 'restricted', 'suspended transfers while it checks'],
  ['restricted', [], 'pending', 'suspended transfers while it checks'],
  ['restricted', [], 'restricted', 'Contact us at help@'],
  ['restricted', [], 'rejected', 'Contact us at help@'],
  ['restricted', YOU, 'rejected', 'Contact us at help@'],
  ['restricted', [], 'unsupported', 'Contact us at help@'],
  ['closed', [], 'none', 'Set up a new one'],
  ['closed', YOU, 'restricted', 'Set up a new one'],
] as const)('status %s with requirements %j and capability %s shows “%s”', (status, requirements, transfers, sentence) => {
  expect(nextStepOf(status, { requirements, transfers }, reader('en'))).toContain(sentence)
  expect(nextStepOf(status, { requirements, transfers }, reader('fr'))).not.toBe(
    nextStepOf(status, { requirements, transfers }, reader('en')),
  )
})

const facts = (transfers: AccountFacts['transfers'], code?: string, closed = false): AccountFacts => ({
  closed,
  transfers,
  requirements: code === undefined ? [] : [asked('you', code)],
})

test.each([
  [facts('active'), false, 'active'],
  [facts('active'), true, 'active'],
  [facts('active', undefined, true), true, 'closed'],
  [facts('pending'), false, 'in_setup'],
  [facts('pending'), true, 'restricted'],
  [facts('none'), false, 'in_setup'],
  [facts('restricted', 'identity.individual.surname'), false, 'in_setup'],
  [facts('restricted', 'identity.individual.surname'), true, 'restricted'],
  [facts('restricted', 'verification_document_not_readable'), false, 'restricted'],
  [facts('restricted', 'invalid_dob_age_under_18'), false, 'restricted'],
  [facts('rejected'), false, 'restricted'],
  [facts('unsupported'), false, 'restricted'],
] as const)('maps %j (active before: %s) to status %s', (of, wasActive, status) => {
  expect(statusOf(of, wasActive)).toBe(status)
})

test.each([
  ['invalid_dob_age_under_18', 'under 18'],
  ['identity.individual.date_of_birth', 'Date of birth'],
  ['defaults.payout_methods.eur', 'Bank account'],
  ['identity.attestations.terms_of_service.account.shown_and_accepted', 'Acceptance'],
  ['identity.individual.documents.primary_verification.front_back.front', 'Proof of identity'],
  ['identity.individual.address.line1', 'Home address'],
  ['identity.individual.phone', 'Phone number'],
  ['identity.individual.surname', 'First and last name'],
  ['identity.individual.id_numbers.fr_spi', 'Tax or identity number'],
  ['something.nobody.has.seen', 'One more detail'],
])('describes %s as “%s”', (code, what) => {
  const english = describeRequirement(asked('you', code), 'en')
  expect(english.what).toContain(what)
  expect(describeRequirement(asked('provider', code), 'en').next).toContain('No action needed')
  expect(describeRequirement(asked('you', code), 'fr').what).not.toBe(english.what)
})
