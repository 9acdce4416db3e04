// @vitest-environment jsdom
/**
 * The part of the error catalogue that concerns /balance, in English and French: alternately in `npm test`, both in
 * the soak.
 * @source specification §8
 */
import { type ErrorCode, type Locale, type PayoutAccountStatus, sentenceOf } from '@reelfair/contracts'
import {
  type ApiRoute,
  type ErrorRow,
  errorRows,
  inLanguages,
  showPage,
  stubApi,
  type Texts,
  testLoadFailures,
  testRefusals,
} from '@reelfair/web-kit/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { BalancePage } from './balance/balance-page.tsx'

const BALANCE = { accruing: 0, held: 0, payable: 2_352, inTransfer: 0, paid: 0, earned: 2_352, minimumTransfer: 100, holdings: [] }
let status: PayoutAccountStatus
beforeEach(() => {
  status = 'active'
})
const api = stubApi({
  'GET /payouts/balance': BALANCE,
  'GET /payouts/payout-account': () => ({ status, requirements: [], nextStep: 'So it goes on.' }),
  'GET /payouts/statement': { items: [] },
  'GET /payouts/transfers': { items: [] },
  'GET /campaigns/sign-ups': { items: [] },
})
const open = (locale: Locale) => showPage(<BalancePage />, { address: '/balance', locale })

testLoadFailures(
  api,
  [
    ['GET /payouts/balance', { en: 'We couldn’t load your balance.', fr: 'Votre solde n’a pas pu être chargé.' }],
    [
      'GET /payouts/payout-account',
      { en: 'We couldn’t load your payout account.', fr: 'Votre compte de paiement n’a pas pu être chargé.' },
    ],
    ['GET /payouts/statement', { en: 'We couldn’t load your statement.', fr: 'Vos mouvements n’ont pas pu être chargés.' }],
  ],
  open,
)

const press = { en: /^Transfer €23\.52/, fr: /^Virer 23,52/ }
async function transfer(locale: Locale) {
  open(locale)
  const [button] = await screen.findAllByRole('button', { name: press[locale] })
  await userEvent.click(button!)
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: press[locale] }))
  return dialog
}

const refused: ErrorRow[] = [
  [
    'transfer_below_minimum',
    { minimum: 100, payable: 99 },
    {
      en: 'Your available balance is below the minimum transfer.',
      fr: 'Votre solde disponible est inférieur au montant minimum d’un virement.',
    },
  ],
  ['payout_account_missing', {}, { en: 'Please set up your payout account first.', fr: 'Configurez d’abord votre compte de paiement.' }],
  [
    'payout_account_not_active',
    {},
    {
      en: 'Your payout account isn’t active yet. See the Balance page for the next step.',
      fr: 'Votre compte de paiement n’est pas encore actif. Consultez la page Solde pour connaître la prochaine étape.',
    },
  ],
  [
    'payout_account_restricted',
    {},
    {
      en: 'The payment provider has suspended transfers to your payout account. See the Balance page for the next step.',
      fr: 'Le prestataire de paiement a suspendu les virements vers votre compte de paiement. Consultez la page Solde pour connaître la prochaine étape.',
    },
  ],
  errorRows.not_signed_in,
  errorRows.too_many_requests,
  errorRows.unavailable,
]
testRefusals(api, 'POST /payouts/transfers', refused, transfer)

test.each(['en', 'fr'] as const)('in %s: shows a toast confirming that the transfer has started', async (locale) => {
  api.answer({ 'POST /payouts/transfers': { id: 't1', amount: 2_352 } })
  await transfer(locale)
  expect(
    (await screen.findAllByText({ en: /^€23\.52 is on its way\.$/, fr: /^Virement de 23,52.€ en cours\.$/ }[locale])).length,
  ).toBeGreaterThan(0)
})

const failed: [ErrorCode, Texts][] = [
  [
    'transfer_refused',
    {
      en: 'The payment provider refused the transfer. The amount is available again.',
      fr: 'Le prestataire de paiement a refusé le virement. Le montant est de nouveau disponible.',
    },
  ],
  [
    'transfer_given_up',
    {
      en: 'The transfer failed after many attempts. The amount is available again.',
      fr: 'Le virement n’a pas abouti malgré de nombreuses tentatives. Le montant est de nouveau disponible.',
    },
  ],
  [
    'transfer_account_not_active',
    {
      en: 'Your payout account wasn’t active at the time of the transfer. The amount is available again.',
      fr: 'Votre compte de paiement n’était pas actif au moment du virement. Le montant est de nouveau disponible.',
    },
  ],
  [
    'transfer_account_closed',
    {
      en: 'The payout account was closed at the time of the transfer. The amount is available again.',
      fr: 'Le compte de paiement était clôturé au moment du virement. Le montant est de nouveau disponible.',
    },
  ],
]
test.each(inLanguages(failed))('in %s: shows %s in the statement for a failed transfer', async (locale, code, texts) => {
  const moves = [{ station: 'payable', amount: 100, after: 100 }]
  const line = { id: 's', at: '2026-11-21T10:00:00.000Z', reason: 'transfer_failed', subject: 't1', failure: code, moves }
  const known = { id: 't1', status: 'failed', failure: { code, sentence: sentenceOf(code, {}, locale) } }
  api.answer({ 'GET /payouts/statement': { items: [line] }, 'GET /payouts/transfers': { items: [known] } })
  open(locale)
  expect((await screen.findAllByText(texts[locale])).length).toBeGreaterThan(0)
})

const waiting: [ErrorCode, Texts][] = [
  [
    'transfer_waits_for_funds',
    {
      en: /The money for this transfer hasn’t reached our account/,
      fr: /Les fonds de ce virement ne sont pas encore arrivés sur notre compte/,
    },
  ],
  [
    'transfer_waits_for_provider',
    {
      en: /The payment provider couldn’t process the transfer just now\. We’ll retry automatically\./,
      fr: /Le prestataire de paiement n’a pas encore pu traiter le virement\. Nous réessaierons automatiquement\./,
    },
  ],
  [
    'transfer_waits_for_answer',
    {
      en: /The payment provider hasn’t confirmed whether this transfer was paid/,
      fr: /Le prestataire de paiement n’a pas encore indiqué si ce virement a été effectué/,
    },
  ],
]
test.each(inLanguages(waiting))('in %s: shows %s in the statement for a waiting transfer', async (locale, code, texts) => {
  const moves = [{ station: 'inTransfer', amount: 100, after: 100 }]
  const line = { id: 's', at: '2026-11-21T10:00:00.000Z', reason: 'transfer_started', subject: 't1', moves }
  const known = {
    id: 't1',
    status: 'pending',
    waiting: { code, sentence: sentenceOf(code, {}, locale), until: '2026-11-21T11:00:00.000Z' },
  }
  api.answer({ 'GET /payouts/statement': { items: [line] }, 'GET /payouts/transfers': { items: [known] } })
  open(locale)
  expect((await screen.findAllByText(texts[locale])).length).toBeGreaterThan(0)
})

const states: [PayoutAccountStatus, Texts][] = [
  ['none', { en: 'Not set up', fr: 'Non configuré' }],
  ['in_setup', { en: 'Setup in progress', fr: 'Configuration en cours' }],
  ['active', { en: 'Ready for transfers', fr: 'Prêt pour les virements' }],
  ['restricted', { en: 'Restricted by Stripe', fr: 'Restreint par Stripe' }],
  ['closed', { en: 'Closed', fr: 'Clôturé' }],
]
test.each(inLanguages(states))('in %s: shows the status %s for a payout account and its next step', async (locale, state, texts) => {
  status = state
  open(locale)
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getAllByText('So it goes on.').length).toBeGreaterThan(0)
})

const unavailable: ErrorRow = [
  'provider_unavailable',
  {},
  { en: /^The payment provider isn’t responding at the moment/, fr: /^Le prestataire de paiement ne répond pas pour le moment/ },
]
const onboarding: [PayoutAccountStatus, ApiRoute, Texts, ErrorRow][] = [
  ['none', 'POST /payouts/payout-account/onboarding', { en: 'Set up payout account', fr: 'Configurer le compte de paiement' }, unavailable],
  ['in_setup', 'POST /payouts/payout-account/onboarding', { en: 'Continue setup', fr: 'Poursuivre la configuration' }, unavailable],
  [
    'active',
    'POST /payouts/payout-account/dashboard',
    { en: 'Open Stripe', fr: 'Ouvrir Stripe' },
    ['payout_account_closed', {}, { en: /^The payout account is closed/, fr: /^Le compte de paiement est clôturé/ }],
  ],
  [
    'in_setup',
    'POST /payouts/payout-account/refresh',
    { en: 'Check again', fr: 'Vérifier de nouveau' },
    ['internal', {}, { en: /^Something went wrong on our side/, fr: /^Un problème est survenu de notre côté/ }],
  ],
]
describe.each(onboarding)('for an account with status %s', (state, route, button, row) => {
  testRefusals(api, route, [row], async (locale) => {
    status = state
    open(locale)
    await userEvent.click(await screen.findByRole('button', { name: button[locale] }))
  })
})
