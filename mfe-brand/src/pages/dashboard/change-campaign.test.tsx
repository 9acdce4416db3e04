// @vitest-environment jsdom
/** A name is changed, a campaign deleted, a logo recognised: what is sent, and what a person reads when it is refused, in both languages. */
import { type ErrorCode, type ErrorDetails, type Locale, sentenceOf } from '@reelfair/contracts'
import { inBothLanguages, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aCampaign, anUntouchedCampaign, aReview } from '../../components/campaign/campaign.fixture.ts'
import { DashboardPage } from './dashboard-page.tsx'

configure({ asyncUtilTimeout: 8_000 })

type Texts = Readonly<Record<Locale, string | RegExp>>

let campaign = anUntouchedCampaign()
let isDeleted = false
let reviews = [aReview()]
let sent: [method: string, path: string, body: unknown][]
let answer: (method: string) => Response | undefined

beforeEach(() => {
  campaign = anUntouchedCampaign()
  isDeleted = false
  reviews = []
  sent = []
  answer = () => undefined
})
afterEach(cleanup)

vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
  const path = address.replace('/api', '').replace(/\?.*/, '')
  if (method !== 'GET') {
    const input: unknown = body ? JSON.parse(String(body)) : undefined
    sent.push([method, path, input])
    const refused = answer(method)
    if (refused) return refused
    if (method === 'PATCH') campaign = { ...campaign, ...(input as object) }
    if (method === 'DELETE') isDeleted = true
    if (method === 'POST') reviews = []
    return Response.json(campaign)
  }
  if (path.endsWith('/summary')) {
    return Response.json({ counts: { active: isDeleted ? 0 : 1, completed: 0, expired: 0 }, defaultTab: 'active', totalViews: 0 })
  }
  if (path === '/campaigns/campaigns') return Response.json({ items: isDeleted ? [] : [campaign] })
  if (path === '/payouts/credits') return Response.json({ available: 5, held: 0, spent: 0 })
  return Response.json({ items: path === '/metrics/reviews' ? reviews : [] })
})

// Their chunks are loaded on the first click, which takes a while on a cold machine; here they are there before.
beforeAll(async () => {
  await import('../../components/campaign/delete-dialog.tsx')
  await import('../../components/reviews/approve-dialog.tsx')
}, 60_000)

const words = {
  rename: { en: 'Rename “Fridge door”', fr: 'Renommer « Fridge door »' },
  name: { en: 'New name', fr: 'Nouveau nom' },
  save: { en: 'Save', fr: 'Enregistrer' },
  remove: { en: 'Delete “Fridge door”', fr: 'Supprimer « Fridge door »' },
  confirm: { en: 'Delete the campaign', fr: 'Supprimer la campagne' },
  look: { en: 'Look at the video', fr: 'Voir la vidéo' },
  yes: { en: 'Yes, this is our logo', fr: 'Oui, c’est notre logo' },
} as const
const press = async (what: keyof typeof words, locale: Locale) =>
  userEvent.click((await screen.findAllByRole('button', { name: words[what][locale] }))[0]!)
const show = (locale: Locale = 'en') => showPage(<DashboardPage />, { locale })

async function rename(to: string, locale: Locale = 'en') {
  show(locale)
  await press('rename', locale)
  const field = screen.getByLabelText(words.name[locale])
  await userEvent.clear(field)
  await userEvent.type(field, to)
}
async function remove(locale: Locale = 'en') {
  show(locale)
  await press('remove', locale)
  await press('confirm', locale)
}
async function approve(locale: Locale = 'en') {
  reviews = [aReview()]
  show(locale)
  await press('look', locale)
  await press('yes', locale)
}

test('a name is changed where it stands, and the focus returns to the pencil', async () => {
  await rename(' Market day {Enter}')
  expect(await screen.findByText('Market day')).toBeDefined()
  expect(await screen.findAllByText('Name updated')).not.toEqual([])
  expect(sent).toEqual([['PATCH', '/campaigns/campaigns/c1', { name: 'Market day' }]])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename “Market day”')
})

test('Escape keeps the old name, and nothing is sent; nor is an empty or unchanged one', async () => {
  await rename('Another{Escape}')
  expect(screen.getByRole('heading', { name: 'Fridge door' })).toBeDefined()
  await press('rename', 'en')
  await userEvent.clear(screen.getByLabelText('New name'))
  expect(screen.getByText('Give the campaign a name of at most 80 characters.')).toBeDefined()
  await press('save', 'en')
  expect(screen.getByLabelText('New name')).toBeDefined()
  await userEvent.type(screen.getByLabelText('New name'), 'Fridge door{Enter}')
  expect(screen.queryByLabelText('New name')).toBeNull()
  expect(sent).toEqual([])
})

test('a campaign without a view is deleted after a question, and is gone', async () => {
  campaign = anUntouchedCampaign({ signUps: 2 })
  show()
  await press('remove', 'en')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Fridge door”?' }))
  expect(dialog.getByText('No view has been counted. The 10,000 credits set aside for it come back to you at once.')).toBeDefined()
  expect(dialog.getByText(/^2 creators have joined/)).toBeDefined()
  expect(sent).toEqual([])
  await press('confirm', 'en')
  expect(await screen.findAllByText('Campaign deleted')).not.toEqual([])
  expect(await screen.findByText('Your first campaign, step by step.')).toBeDefined()
  expect(sent).toEqual([['DELETE', '/campaigns/campaigns/c1', undefined]])
})

test.each([
  ['charged', { actualViews: 1 }],
  ['still to come', { status: 'failed', phase: 'ended', signUps: 1 }],
  ['reserved', { reservedViews: 1 }],
  ['seen', { observedViews: 1 }],
] as const)('a campaign with one view %s offers no deletion', async (_what, more) => {
  campaign = anUntouchedCampaign(more)
  show()
  expect(await screen.findByRole('button', { name: words.rename.en })).toBeDefined()
  expect(screen.queryByRole('button', { name: words.remove.en })).toBeNull()
})

test('a brand’s yes to its logo is sent once, says what it did, and the question is gone', async () => {
  campaign = aCampaign()
  await approve()
  expect(await screen.findAllByText('1,000 views count.')).not.toEqual([])
  expect(sent).toEqual([['POST', '/metrics/reviews/r1/approval', {}]])
  await waitFor(() => expect(screen.queryByText('In review', { selector: 'h2' })).toBeNull())
})

const always: [ErrorCode, ErrorDetails, Texts][] = [
  ['not_found', {}, { en: 'There is nothing here.', fr: 'Il n’y a rien ici.' }],
  [
    'conflict',
    {},
    { en: 'This was changed meanwhile. Please look at it again.', fr: 'Cet élément a changé entre-temps. Veuillez le relire.' },
  ],
  ['not_signed_in', {}, { en: 'Please sign in first.', fr: 'Veuillez d’abord vous connecter.' }],
  ['not_allowed', {}, { en: 'Your account may not do this.', fr: 'Votre compte ne permet pas cette action.' }],
  [
    'too_many_requests',
    { seconds: 12 },
    { en: 'Too many requests. Please try again in 12 s.', fr: 'Trop de requêtes. Veuillez réessayer dans 12 s.' },
  ],
  [
    'internal',
    { requestId: 'r-17' },
    { en: /^Something went wrong on our side\. .*r-17$/, fr: /^Un problème est survenu de notre côté\. .*r-17$/ },
  ],
  [
    'unavailable',
    {},
    {
      en: 'This part does not answer at the moment. Please try again shortly.',
      fr: 'Cette partie ne répond pas pour le moment. Veuillez réessayer sous peu.',
    },
  ],
]

const renaming: typeof always = [
  ...always,
  [
    'brand_incomplete',
    {},
    { en: 'Please complete your brand’s registration first.', fr: 'Veuillez d’abord compléter l’inscription de votre marque.' },
  ],
]
test.each(inBothLanguages(renaming))(
  'in %s: a name that is refused as %s says so and stays as it was typed',
  async (locale, code, details, texts) => {
    answer = () => refusal(code, locale, details)
    await rename('Market day', locale)
    await press('save', locale)
    expect(await screen.findByText(texts[locale])).toBeDefined()
    expect(screen.getByText({ en: 'Update failed', fr: 'Échec de la mise à jour' }[locale])).toBeDefined()
    expect(screen.getByDisplayValue('Market day')).toBeDefined()
  },
)

test.each(['en', 'fr'] as const)('in %s: what the service finds wrong in a name is said at its field, once', async (locale) => {
  const message = sentenceOf('text_characters', {}, locale)
  answer = () => refusal('invalid_input', locale, {}, [{ path: 'name', message }])
  await rename('Market day', locale)
  await press('save', locale)
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByLabelText(words.name[locale]).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText(sentenceOf('invalid_input', {}, locale))).toBeNull()
})

const deleting: typeof always = [
  ...always,
  ['campaign_consumed', {}, { en: 'Cannot delete: views already consumed', fr: /^Suppression impossible/ }],
]
test.each(inBothLanguages(deleting))(
  'in %s: a deletion that is refused as %s says so in the question, and the campaign stays',
  async (locale, code, details, texts) => {
    answer = () => refusal(code, locale, details)
    await remove(locale)
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(texts[locale])).toBeDefined()
    expect(dialog.getByText({ en: 'Deletion failed', fr: 'Échec de la suppression' }[locale])).toBeDefined()
    expect(document.querySelector('article')?.getAttribute('aria-label')).toBe('Fridge door')
  },
)

const approving: typeof always = [
  ...always,
  ['review_decided', {}, { en: 'This review has been decided already.', fr: 'Cet examen a déjà été tranché.' }],
]
test.each(inBothLanguages(approving))(
  'in %s: a yes to a logo that is refused as %s says so in the question',
  async (locale, code, details, texts) => {
    campaign = aCampaign()
    answer = () => refusal(code, locale, details)
    await approve(locale)
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(texts[locale])).toBeDefined()
  },
)
