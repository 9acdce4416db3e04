// @vitest-environment jsdom
/** Checks the error texts of the brand form and the purchase page, in English and French. @source specification §8 */
import { type Locale, sentenceOf } from '@reelfair/contracts'
import { type ErrorRow, errorResponse, errorRows, fill, inBothLanguages, showPage, type Texts } from '@reelfair/web-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { PurchasePage } from './purchase/purchase-page.tsx'
import { RegistrationPage } from './registration/registration-page.tsx'

let answers: (path: string, method: string) => Response | undefined = () => undefined
vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
  const path = url.replace('/api', '').replace(/\?.*/, '')
  return (
    answers(path, method) ??
    Response.json(path.endsWith('/brand') ? { id: 'b', complete: false, contactEmail: 'a@b.example' } : { items: [] })
  )
})

const open = (page: ReactNode, address: string, locale: Locale) => showPage(page, { address, locale })
afterEach(() => {
  cleanup()
  answers = () => undefined
})

const loads: [string, string, ReactNode, string, Texts][] = [
  [
    'the saved form',
    '/identity/brand',
    <RegistrationPage key="a" />,
    '/brand/form',
    { en: 'We couldn’t load your saved details.', fr: 'Vos données enregistrées n’ont pas pu être chargées.' },
  ],
  [
    'the orders',
    '/payouts/credit-orders',
    <PurchasePage key="b" />,
    '/',
    { en: 'We couldn’t load your orders.', fr: 'Vos commandes n’ont pas pu être chargées.' },
  ],
  [
    'the statement',
    '/payouts/credits/statement',
    <PurchasePage key="c" />,
    '/',
    { en: 'We couldn’t load your statement.', fr: 'Vos mouvements de crédits n’ont pas pu être chargés.' },
  ],
  [
    'the order after the return from the payment page',
    '/payouts/credit-orders/o1',
    <PurchasePage key="d" />,
    '/?order=o1',
    { en: 'We couldn’t load your order.', fr: 'Votre commande n’a pas pu être chargée.' },
  ],
]
test.each(inBothLanguages(loads))(
  'in %s: shows an error and offers a retry when loading %s fails',
  async (locale, _what, path, page, address, texts) => {
    answers = (requested) => (requested === path ? errorResponse('internal', locale, { requestId: 'r-17' }) : undefined)
    open(page, address, locale)
    expect(await screen.findByText(texts[locale])).toBeDefined()
    expect(screen.getByText(/r-17$/)).toBeDefined()
    expect(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] })).toBeDefined()
  },
)

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
test.each(inBothLanguages(buying))('in %s: shows the error when an order fails with %s', async (locale, code, details, texts) => {
  answers = (_, method) => (method === 'POST' ? errorResponse(code, locale, details) : undefined)
  open(<PurchasePage />, '/', locale)
  await userEvent.click(await screen.findByRole('button', { name: { en: /^Pay .* with Stripe$/, fr: /^Payer .* avec Stripe$/ }[locale] }))
  expect(await screen.findByText(texts[locale])).toBeDefined()
})

const orderStates: [string, string, Texts][] = [
  ['open', '', { en: /^We’re checking with Stripe/, fr: /^Nous vérifions auprès de Stripe/ }],
  ['open', '&cancelled=true', { en: /^We’re checking with Stripe/, fr: /^Nous vérifions auprès de Stripe/ }],
  ['processing', '', { en: /^Your payment of €14\.00.*is being processed/, fr: /^Votre paiement de 14,00.*est en cours de traitement/ }],
  ['paid', '', { en: /^50,000 credits are ready to use/, fr: /^Vos 50\s000 crédits sont disponibles/ }],
  ['failed', '', { en: /^Your payment of €14\.00.*failed/, fr: /^Le paiement de 14,00.*a échoué/ }],
  ['expired', '', { en: /^Your €14\.00 order.*wasn’t paid in time/, fr: /^Votre commande de 14,00.*n’a pas été payée à temps/ }],
]
test.each(inBothLanguages(orderStates))('in %s: shows the status of an order (%s%s)', async (locale, status, query, texts) => {
  const order = { id: 'o1', package: 'growth', credits: 50_000, priceCents: 1_400, status, createdAt: '2026-11-21T10:00:00.000Z' }
  answers = (path) => (path.endsWith('/o1') ? Response.json(order) : undefined)
  open(<PurchasePage />, `/?order=o1${query}`, locale)
  expect(await screen.findByRole('heading', { name: texts[locale] })).toBeDefined()
})

const saving: ErrorRow[] = [errorRows.conflict, errorRows.not_signed_in, errorRows.unavailable]
async function saveTheForm(locale: Locale) {
  open(<RegistrationPage />, '/brand/form', locale)
  const labels = { en: ['Brand name', 'First name', 'Last name'], fr: ['Nom de la marque', 'Prénom', 'Nom'] }
  for (const label of labels[locale]) fill(await screen.findByLabelText(label), 'Alpine')
  await userEvent.click(screen.getByLabelText({ en: /I accept the Terms/, fr: /J’accepte les Conditions/ }[locale]))
  await userEvent.click(screen.getByRole('button', { name: { en: 'Save and continue', fr: 'Enregistrer et continuer' }[locale] }))
}
test.each(inBothLanguages(saving))(
  'in %s: shows the error when saving the form fails with %s and keeps the values',
  async (locale, code, details, texts) => {
    answers = (_, method) => (method === 'PUT' ? errorResponse(code, locale, details) : undefined)
    await saveTheForm(locale)
    expect(await screen.findByText(texts[locale])).toBeDefined()
    expect(screen.getAllByDisplayValue('Alpine')).toHaveLength(3)
  },
)

test.each(['en', 'fr'] as const)('in %s: shows the service’s error for the name next to the name field', async (locale) => {
  const message = sentenceOf('text_characters', {}, locale)
  answers = (_, method) => (method === 'PUT' ? errorResponse('invalid_input', locale, {}, [{ path: 'brandName', message }]) : undefined)
  await saveTheForm(locale)
  const texts = {
    en: /^This text contains characters that can’t be displayed/,
    fr: /^Ce texte contient des caractères qui ne peuvent pas être affichés/,
  }
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getByLabelText({ en: 'Brand name', fr: 'Nom de la marque' }[locale]).getAttribute('aria-invalid')).toBe('true')
})
