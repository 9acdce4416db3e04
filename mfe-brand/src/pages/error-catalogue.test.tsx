// @vitest-environment jsdom
/** The error catalogue of specification §8 on the brand's screens of people and money: what happens → what a person reads, in both languages. */
import { type ErrorCode, type ErrorDetails, type Locale, sentenceOf } from '@reelfair/contracts'
import { fill, inBothLanguages, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { PurchasePage } from './purchase/purchase-page.tsx'
import { RegistrationPage } from './registration/registration-page.tsx'

type Texts = Readonly<Record<Locale, string | RegExp>>

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
    { en: 'What you saved did not load.', fr: 'Vos données enregistrées n’ont pas pu être chargées.' },
  ],
  [
    'the orders',
    '/payouts/credit-orders',
    <PurchasePage key="b" />,
    '/',
    { en: 'Your orders did not load.', fr: 'Vos commandes n’ont pas pu être chargées.' },
  ],
  [
    'the statement',
    '/payouts/credits/statement',
    <PurchasePage key="c" />,
    '/',
    { en: 'Your statement did not load.', fr: 'Votre relevé n’a pas pu être chargé.' },
  ],
  [
    'the order one comes back from',
    '/payouts/credit-orders/o1',
    <PurchasePage key="d" />,
    '/?order=o1',
    { en: 'Your order did not load.', fr: 'Votre commande n’a pas pu être chargée.' },
  ],
]
test.each(inBothLanguages(loads))(
  'in %s: %s does not load, and why, with a way to try again',
  async (locale, _what, path, page, address, texts) => {
    answers = (asked) => (asked === path ? refusal('internal', locale, { requestId: 'r-17' }) : undefined)
    open(page, address, locale)
    expect(await screen.findByText(texts[locale])).toBeDefined()
    expect(screen.getByText(/r-17$/)).toBeDefined()
    expect(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] })).toBeDefined()
  },
)

const buying: [ErrorCode, ErrorDetails, Texts][] = [
  [
    'provider_unavailable',
    {},
    {
      en: 'The payment provider does not answer at the moment. Please try again shortly.',
      fr: 'Le prestataire de paiement ne répond pas pour le moment. Veuillez réessayer sous peu.',
    },
  ],
  [
    'too_many_requests',
    { seconds: 12 },
    { en: 'Too many requests. Please try again in 12 s.', fr: 'Trop de requêtes. Veuillez réessayer dans 12 s.' },
  ],
  ['not_signed_in', {}, { en: 'Please sign in first.', fr: 'Veuillez d’abord vous connecter.' }],
  [
    'brand_incomplete',
    {},
    { en: 'Please complete your brand’s registration first.', fr: 'Veuillez d’abord compléter l’inscription de votre marque.' },
  ],
  ['not_allowed', {}, { en: 'Your account may not do this.', fr: 'Votre compte ne permet pas cette action.' }],
  [
    'internal',
    { requestId: 'r-17' },
    {
      en: /^Something went wrong on our side\. Nothing was changed\. Reference: r-17$/,
      fr: /^Un problème est survenu de notre côté\. Rien n’a été modifié\. Référence : r-17$/,
    },
  ],
]
test.each(inBothLanguages(buying))('in %s: an order that is refused as %s says so', async (locale, code, details, texts) => {
  answers = (_, method) => (method === 'POST' ? refusal(code, locale, details) : undefined)
  open(<PurchasePage />, '/', locale)
  await userEvent.click(await screen.findByRole('button', { name: { en: /^Pay .* with Stripe$/, fr: /^Payer .* avec Stripe$/ }[locale] }))
  expect(await screen.findByText(texts[locale])).toBeDefined()
})

const standings: [string, string, Texts][] = [
  ['open', '', { en: /^We are asking Stripe/, fr: /^Nous demandons à Stripe/ }],
  ['open', '&cancelled=true', { en: /^We are asking Stripe/, fr: /^Nous demandons à Stripe/ }],
  ['processing', '', { en: /^Your payment of 14\.00.*is on its way/, fr: /^Votre paiement de 14,00.*est en route/ }],
  ['paid', '', { en: /^50,000 credits are yours/, fr: /^50\s000 crédits sont à vous/ }],
  ['failed', '', { en: /^The payment of 14\.00.*did not arrive/, fr: /^Le paiement de 14,00.*n’est pas arrivé/ }],
  ['expired', '', { en: /^The order over 14\.00.*was not paid in time/, fr: /^La commande de 14,00.*n’a pas été payée à temps/ }],
]
test.each(inBothLanguages(standings))('in %s: an order that is %s%s says so', async (locale, status, query, texts) => {
  const order = { id: 'o1', package: 'growth', credits: 50_000, priceCents: 1_400, status, createdAt: '2026-11-21T10:00:00.000Z' }
  answers = (path) => (path.endsWith('/o1') ? Response.json(order) : undefined)
  open(<PurchasePage />, `/?order=o1${query}`, locale)
  expect(await screen.findByRole('heading', { name: texts[locale] })).toBeDefined()
})

const saving: [ErrorCode, ErrorDetails, Texts][] = [
  [
    'conflict',
    {},
    { en: 'This was changed meanwhile. Please look at it again.', fr: 'Cet élément a changé entre-temps. Veuillez le relire.' },
  ],
  ['not_signed_in', {}, { en: 'Please sign in first.', fr: 'Veuillez d’abord vous connecter.' }],
  [
    'unavailable',
    {},
    {
      en: 'This part does not answer at the moment. Please try again shortly.',
      fr: 'Cette partie ne répond pas pour le moment. Veuillez réessayer sous peu.',
    },
  ],
]
async function saveTheForm(locale: Locale) {
  open(<RegistrationPage />, '/brand/form', locale)
  const labels = { en: ['Brand name', 'First name', 'Last name'], fr: ['Nom de la marque', 'Prénom', 'Nom'] }
  for (const label of labels[locale]) fill(await screen.findByLabelText(label), 'Alpine')
  await userEvent.click(screen.getByLabelText({ en: /I accept the Terms/, fr: /J’accepte les Conditions/ }[locale]))
  await userEvent.click(screen.getByRole('button', { name: { en: 'Save and continue', fr: 'Enregistrer et continuer' }[locale] }))
}
test.each(inBothLanguages(saving))(
  'in %s: a form that is refused as %s says so and keeps what was typed',
  async (locale, code, details, texts) => {
    answers = (_, method) => (method === 'PUT' ? refusal(code, locale, details) : undefined)
    await saveTheForm(locale)
    expect(await screen.findByText(texts[locale])).toBeDefined()
    expect(screen.getAllByDisplayValue('Alpine')).toHaveLength(3)
  },
)

test.each(['en', 'fr'] as const)('in %s: what the service finds wrong in a name is said at its field', async (locale) => {
  const message = sentenceOf('text_characters', {}, locale)
  answers = (_, method) => (method === 'PUT' ? refusal('invalid_input', locale, {}, [{ path: 'brandName', message }]) : undefined)
  await saveTheForm(locale)
  const texts = {
    en: /^This text holds characters that cannot be shown/,
    fr: /^Ce texte contient des caractères qui ne peuvent pas être affichés/,
  }
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getByLabelText({ en: 'Brand name', fr: 'Nom de la marque' }[locale]).getAttribute('aria-invalid')).toBe('true')
})
