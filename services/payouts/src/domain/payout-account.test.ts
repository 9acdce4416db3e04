import { expect, test } from 'vitest'
import { type AccountFacts, nextStepOf, statusOf, wordsOf } from './payout-account.ts'

const asked = (awaits: 'you' | 'provider', code = 'identity.individual.date_of_birth') => ({ code, awaits, overdue: false })
const YOU = [asked('you')]
const PROVIDER = [asked('provider')]
const BOTH = [asked('provider'), asked('you')]

// Every state × what is known to be missing × what the provider said of the capability.
const reader = (locale: 'en' | 'fr') => ({ locale, supportEmail: 'help@alpine.example' })

test.each([
  ['none', [], undefined, 'Set up your payout account'],
  // Nobody has asked the provider yet, or it names nothing: nothing may be said of what is filled in.
  ['in_setup', [], undefined, 'Continue: its pages say what is missing'],
  ['in_setup', [], 'restricted', 'Continue: its pages say what is missing'],
  ['in_setup', [], 'none', 'Continue: its pages say what is missing'],
  ['in_setup', YOU, 'restricted', 'Continue where you left off'],
  ['in_setup', YOU, 'pending', 'Continue where you left off'],
  ['in_setup', BOTH, 'restricted', 'Continue where you left off'],
  ['in_setup', PROVIDER, 'restricted', 'is checking it; you need do nothing'],
  ['in_setup', PROVIDER, undefined, 'is checking it; you need do nothing'],
  ['in_setup', [], 'pending', 'is checking it; you need do nothing'],
  ['active', [], 'active', 'You can transfer your balance'],
  ['active', YOU, 'active', 'You can transfer your balance'],
  ['restricted', YOU, 'restricted', 'give what it asks for'],
  ['restricted', BOTH, 'restricted', 'give what it asks for'],
  ['restricted', PROVIDER, 'restricted', 'stopped transfers while it checks'],
  ['restricted', [], 'pending', 'stopped transfers while it checks'],
  ['restricted', [], 'restricted', 'Write to help@'],
  ['restricted', [], 'rejected', 'Write to help@'],
  ['restricted', YOU, 'rejected', 'Write to help@'],
  ['restricted', [], 'unsupported', 'Write to help@'],
  ['closed', [], 'none', 'Set up a new one'],
  ['closed', YOU, 'restricted', 'Set up a new one'],
] as const)('%s, missing %j, capability %s: %s', (status, requirements, transfers, sentence) => {
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
] as const)('of %j, active before: %s, the status is %s', (of, wasActive, status) => {
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
])('%s is said as: %s', (code, what) => {
  const said = wordsOf(asked('you', code), 'en')
  expect(said.what).toContain(what)
  expect(wordsOf(asked('provider', code), 'en').next).toContain('Nothing to do')
  expect(wordsOf(asked('you', code), 'fr').what).not.toBe(said.what)
})
