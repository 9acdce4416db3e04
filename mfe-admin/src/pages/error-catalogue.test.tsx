// @vitest-environment jsdom
/** The error catalogue of specification §8 at /admin/transfers: what happens → what a person reads, in both languages. */
import type { ErrorCode, ErrorDetails, Locale } from '@reelfair/contracts'
import { inBothLanguages, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { TransfersPage } from './transfers/transfers-page.tsx'

// What may pass is asked three times before it is said; the dialog's chunk is loaded on the first click.
configure({ asyncUtilTimeout: 10_000 })

type Texts = Readonly<Record<Locale, string | RegExp>>

let answers: (path: string, method: string) => Response | undefined = () => undefined
vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
  const path = url.replace('/api/payouts', '').replace(/\?.*/, '')
  return answers(path, method) ?? Response.json({ items: [], waiting: 0 })
})

const open = (locale: Locale) => showPage(<TransfersPage />, { locale })
afterEach(() => {
  cleanup()
  answers = () => undefined
})

const loads: [string, Texts][] = [
  ['/admin/transfers', { en: 'The queue did not load.', fr: 'La file n’a pas pu être chargée.' }],
  ['/admin/transfer-logs', { en: 'The attempts did not load.', fr: 'Les essais n’ont pas pu être chargés.' }],
]
test.each(inBothLanguages(loads))('in %s: %s does not load, and why, with a way to try again', async (locale, path, texts) => {
  answers = (asked) => (asked === path ? refusal('internal', locale, { requestId: 'r-17' }) : undefined)
  open(locale)
  expect(await screen.findByText(texts[locale])).toBeDefined()
  expect(screen.getByText(/r-17$/)).toBeDefined()
  expect(screen.getByRole('button', { name: { en: 'Try again', fr: 'Réessayer' }[locale] })).toBeDefined()
})

async function process(locale: Locale) {
  open(locale)
  await userEvent.click(screen.getByRole('button', { name: { en: 'Process the queue', fr: 'Traiter la file' }[locale] }))
  await userEvent.click(await screen.findByRole('button', { name: { en: 'Process now', fr: 'Traiter maintenant' }[locale] }))
}

const refused: [ErrorCode, ErrorDetails, Texts][] = [
  ['not_allowed', {}, { en: 'Your account may not do this.', fr: 'Votre compte ne permet pas cette action.' }],
  [
    'too_many_requests',
    { seconds: 12 },
    { en: 'Too many requests. Please try again in 12 s.', fr: 'Trop de requêtes. Veuillez réessayer dans 12 s.' },
  ],
  ['unavailable', {}, { en: /^This part does not answer at the moment/, fr: /^Cette partie ne répond pas pour le moment/ }],
]
test.each(inBothLanguages(refused))('in %s: processing that ends in %s says so', async (locale, code, details, texts) => {
  answers = (_, method) => (method === 'POST' ? refusal(code, locale, details) : undefined)
  await process(locale)
  expect(await screen.findByText({ en: 'Error processing transfers', fr: 'Erreur lors du traitement des virements' }[locale])).toBeDefined()
  expect(screen.getByText(texts[locale])).toBeDefined()
})

test.each(['en', 'fr'] as const)('in %s: processing says how many succeeded and failed', async (locale) => {
  const result = { successCount: 2, errorCount: 1, remaining: 0, since: '2026-11-21T10:00:00.000Z' }
  answers = (_, method) => (method === 'POST' ? Response.json(result) : undefined)
  await process(locale)
  const texts = { en: 'Processing completed: 2 successful, 1 errors.', fr: /^Traitement terminé\s: 2 réussis, 1 erreurs\.$/ }
  expect(await screen.findByText(texts[locale])).toBeDefined()
})
