// @vitest-environment jsdom
/**
 * Checks the error texts of the brand form and the purchase page, in English and French: alternately in
 * `npm test`, both in the soak.
 * @source specification §8
 */
import { type Locale, SETTING_DEFAULTS, sentenceOf } from '@reelfair/contracts'
import {
  type ErrorRow,
  errorRows,
  fill,
  inLanguages,
  type LoadRow,
  showPage,
  stubApi,
  type Texts,
  testLoadFailures,
  testRefusals,
} from '@reelfair/web-kit/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { PurchasePage } from './purchase/purchase-page.tsx'
import { RegistrationPage } from './registration/registration-page.tsx'

const order = { id: 'o1', package: 'growth', credits: 50_000, priceCents: 1_400, createdAt: '2026-11-21T10:00:00.000Z' }
const FORM = '/brand/form'
const api = stubApi({
  'GET /identity/brand': { id: 'b', complete: false, contactEmail: 'a@b.example' },
  'GET /identity/public-settings': { packages: SETTING_DEFAULTS.packages },
  'GET /payouts/credits': { available: 0, held: 0, spent: 0 },
  'GET /payouts/credits/statement': { items: [] },
  'GET /payouts/credit-orders': { items: [] },
  'GET /payouts/credit-orders/:orderId': { ...order, status: 'open' },
  'GET /campaigns/drafts/current': {},
})
const open = (page: ReactNode, address: string, locale: Locale) => showPage(page, { address, locale })

const loads: [ReactNode, string, ...LoadRow][] = [
  [
    <RegistrationPage key="a" />,
    FORM,
    'GET /identity/brand',
    { en: 'We couldn’t load your saved details.', fr: 'Vos données enregistrées n’ont pas pu être chargées.' },
  ],
  [
    <PurchasePage key="e" />,
    '/',
    'GET /identity/public-settings',
    { en: 'We couldn’t load the prices.', fr: 'Impossible de charger les prix.' },
  ],
  [
    <PurchasePage key="b" />,
    '/',
    'GET /payouts/credit-orders',
    { en: 'We couldn’t load your orders.', fr: 'Vos commandes n’ont pas pu être chargées.' },
  ],
  [
    <PurchasePage key="c" />,
    '/',
    'GET /payouts/credits/statement',
    { en: 'We couldn’t load your statement.', fr: 'Vos mouvements de crédits n’ont pas pu être chargés.' },
  ],
  [
    <PurchasePage key="d" />,
    '/?order=o1',
    'GET /payouts/credit-orders/:orderId',
    { en: 'We couldn’t load your order.', fr: 'Votre commande n’a pas pu être chargée.' },
  ],
]
for (const [page, address, ...row] of loads) testLoadFailures(api, [row], (locale) => open(page, address, locale))

const buying: ErrorRow[] = [
  [
    'provider_unavailable',
    {},
    {
      en: 'The payment provider isn’t responding at the moment. Please try again shortly.',
      fr: 'Le prestataire de paiement ne répond pas pour le moment. Veuillez réessayer dans quelques instants.',
    },
  ],
  errorRows.too_many_requests,
  errorRows.not_signed_in,
  errorRows.brand_incomplete,
  errorRows.not_allowed,
  errorRows.internal,
]
testRefusals(api, 'POST /payouts/credit-orders', buying, async (locale) => {
  open(<PurchasePage />, '/', locale)
  await userEvent.click(await screen.findByRole('button', { name: { en: /^Pay .* with Stripe$/, fr: /^Payer .* avec Stripe$/ }[locale] }))
})

const orderStates: [string, string, Texts][] = [
  ['open', '', { en: /^We’re checking with Stripe/, fr: /^Nous vérifions auprès de Stripe/ }],
  ['open', '&cancelled=true', { en: /^We’re checking with Stripe/, fr: /^Nous vérifions auprès de Stripe/ }],
  ['processing', '', { en: /^Your payment of €14\.00.*is being processed/, fr: /^Votre paiement de 14,00.*est en cours de traitement/ }],
  ['paid', '', { en: /^50,000 credits are ready to use/, fr: /^Vos 50\s000 crédits sont disponibles/ }],
  ['failed', '', { en: /^Your payment of €14\.00.*failed/, fr: /^Le paiement de 14,00.*a échoué/ }],
  ['expired', '', { en: /^Your €14\.00 order.*wasn’t paid in time/, fr: /^Votre commande de 14,00.*n’a pas été payée à temps/ }],
]
test.each(inLanguages(orderStates))('in %s: shows the status of an order (%s%s)', async (locale, status, query, texts) => {
  api.answer({ 'GET /payouts/credit-orders/:orderId': { ...order, status } })
  open(<PurchasePage />, `/?order=o1${query}`, locale)
  expect(await screen.findByRole('heading', { name: texts[locale] })).toBeDefined()
})

async function saveTheForm(locale: Locale) {
  open(<RegistrationPage />, FORM, locale)
  const labels = { en: ['Brand name', 'First name', 'Last name'], fr: ['Nom de la marque', 'Prénom', 'Nom'] }
  for (const label of labels[locale]) fill(await screen.findByLabelText(label), 'Alpine')
  await userEvent.click(screen.getByLabelText({ en: /I accept the Terms/, fr: /J’accepte les Conditions/ }[locale]))
  await userEvent.click(screen.getByRole('button', { name: { en: 'Save and continue', fr: 'Enregistrer et continuer' }[locale] }))
}
testRefusals(
  api,
  'PUT /identity/brand',
  [errorRows.conflict, errorRows.not_signed_in, errorRows.unavailable],
  saveTheForm,
  // The form keeps its values.
  () => expect(screen.getAllByDisplayValue('Alpine')).toHaveLength(3),
)

test.each(['en', 'fr'] as const)('in %s: shows the service’s error for the name next to the name field', async (locale) => {
  const message = sentenceOf('text_characters', {}, locale)
  api.fail('PUT /identity/brand', 'invalid_input', locale, {}, [{ path: 'brandName', message }])
  await saveTheForm(locale)
  const texts = {
    en: /^This text contains characters that can’t be displayed/,
    fr: /^Ce texte contient des caractères qui ne peuvent pas être affichés/,
  }
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getByLabelText({ en: 'Brand name', fr: 'Nom de la marque' }[locale]).getAttribute('aria-invalid')).toBe('true')
})
