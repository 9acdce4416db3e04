// @vitest-environment jsdom
/** A name is changed, a campaign deleted, a logo recognised: what is sent, and what a person reads when it is refused, in both languages. */
import { type ErrorCode, type ErrorDetails, type Locale, sentenceOf } from '@reelfair/contracts'
import { fill, inBothLanguages, refusal, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aCampaign, anUntouchedCampaign, aReview, fourteenNights, hours } from '../../components/campaign/campaign.fixture.ts'
import { DashboardPage } from './dashboard-page.tsx'

/** Between an end and its settlement; what is said depends on which is over. */
vi.setSystemTime('2026-11-22T12:00:00.000Z')

/** What becomes of a campaign that somebody has joined. */
const IN_ITS_LAST_LOOK = {
  status: 'failed',
  phase: 'ended',
  endedAt: '2026-11-21T22:55:00.000Z',
  payableAt: '2026-11-24T01:00:00.000Z',
  deleteRequestedAt: '2026-11-21T22:55:00.000Z',
} as const

type Texts = Readonly<Record<Locale, string | RegExp>>

let campaign = anUntouchedCampaign()
let isDeleted = false
let isGone = true
let reviews = [aReview()]
let sent: [method: string, path: string, body: unknown][]
let answer: (method: string) => Response | undefined

beforeEach(() => {
  campaign = anUntouchedCampaign()
  isDeleted = false
  isGone = true
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
    if (method === 'DELETE') {
      isDeleted = isGone
      if (!isGone) campaign = { ...campaign, ...IN_ITS_LAST_LOOK }
      return Response.json({ isGone })
    }
    if (method === 'POST') reviews = []
    return Response.json(campaign)
  }
  const tab = campaign.status === 'failed' ? 'expired' : 'active'
  if (path.endsWith('/summary')) {
    const counts = { active: 0, completed: 0, expired: 0, [tab]: isDeleted ? 0 : 1 }
    return Response.json({ counts, defaultTab: tab, totalViews: 0 })
  }
  const asked = new URL(address, 'http://a').searchParams.get('tab') ?? tab
  if (path === '/campaigns/campaigns') return Response.json({ items: isDeleted || asked !== tab ? [] : [campaign] })
  if (path === '/metrics/nights') return Response.json({ nights: fourteenNights() })
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

async function rename(typed: string) {
  show()
  await press('rename', 'en')
  const field = screen.getByLabelText(words.name.en)
  await userEvent.clear(field)
  await userEvent.type(field, typed)
}
async function renameToMarketDay(locale: Locale) {
  show(locale)
  await press('rename', locale)
  fill(screen.getByLabelText(words.name[locale]), 'Market day')
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

test('a campaign that nobody has joined is deleted after a question, and is gone', async () => {
  show()
  await press('remove', 'en')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Fridge door”?' }))
  expect(dialog.getByText('No view has been counted. The 10,000 credits set aside for it come back to you at once.')).toBeDefined()
  expect(dialog.queryByText(/creators/)).toBeNull()
  expect(sent).toEqual([])
  await press('confirm', 'en')
  expect(await screen.findAllByText('Campaign deleted')).not.toEqual([])
  expect(await screen.findByText('Your first campaign, step by step.')).toBeDefined()
  expect(sent).toEqual([['DELETE', '/campaigns/campaigns/c1', undefined]])
})

const ending = {
  en: [
    '2 creators have joined. The campaign ends now, and nobody else can join.',
    'Views they brought until now are read a last time and paid on Wed 25 Nov, 02:00. If there are none, the campaign disappears then and all 10,000 views return to you.',
    'Campaign ended. Its last views are being read.',
    'To be deleted: a last look at its views',
    'Views brought until Sat 21 Nov, 23:55 are read a last time and paid on Tue 24 Nov, 02:00; if there are none, the campaign disappears and all 10,000 views return.',
  ],
  fr: [
    '2 créateurs participent. La campagne se termine maintenant, et plus personne ne peut la rejoindre.',
    'Les vues apportées jusqu’ici sont relevées une dernière fois et payées le mer. 25 nov., 02:00. S’il n’y en a aucune, la campagne disparaît alors et les 10 000 vues vous reviennent toutes.',
    'Campagne terminée. Ses dernières vues sont en cours de relevé.',
    'À supprimer : dernier relevé de ses vues',
    'Les vues apportées jusqu’au sam. 21 nov., 23:55 sont relevées une dernière fois et payées le mar. 24 nov., 02:00 ; s’il n’y en a aucune, la campagne disparaît et les 10 000 vues vous reviennent toutes.',
  ],
} as const
test.each(['en', 'fr'] as const)(
  'in %s: one that creators have joined ends after a question that says what becomes of it',
  async (locale) => {
    campaign = anUntouchedCampaign({ signUps: 2 })
    isGone = false
    const [joined, then, done, state, next] = ending[locale]
    show(locale)
    await press('remove', locale)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(joined)).toBeDefined()
    expect(dialog.getByText(then)).toBeDefined()
    expect(sent).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: { en: 'End the campaign now', fr: 'Terminer la campagne' }[locale] }))
    expect(await screen.findAllByText(done)).not.toEqual([])
    // It stands under Expired now, says what happens next, and is not asked for again.
    expect(await screen.findByText(state)).toBeDefined()
    expect(screen.getByText(next)).toBeDefined()
    expect(screen.queryByRole('button', { name: words.remove[locale] })).toBeNull()
    expect(sent).toEqual([['DELETE', '/campaigns/campaigns/c1', undefined]])
  },
)

const inDays = /^Those that count are paid on \w{3} \d+ \w{3}, 02:00\. If there are none, the campaign disappears then/
const over = 'The campaign is over, and its last views are still being read.'
test.each([
  ['its time is up', { signUps: 2, endsAt: hours(-1) }, over],
  ['its time is up, by its date', { signUps: 2, endsAt: hours(-1) }, inDays],
  ['it is in its checks', { signUps: 2, status: 'failed', phase: 'ended' }, over],
  [
    'it is in its checks, by its date',
    { signUps: 2, status: 'failed', phase: 'ended', payableAt: '2099-11-24T01:00:00.000Z' },
    /^Those that count are paid on Tue 24 Nov, 02:00\./,
  ],
  [
    'its checks are late',
    { signUps: 2, status: 'failed', phase: 'ended', payableAt: '2026-11-17T01:00:00.000Z' },
    /^Those that count are paid by Fri 20 Nov, 02:00 at the latest\./,
  ],
  [
    'it is settled',
    { signUps: 2, status: 'failed', phase: 'settled' },
    'No view has been counted, and its credits have come back to you already.',
  ],
  ['it never started', { status: 'failed', phase: 'unfunded' }, 'It never started, and nothing was set aside for it.'],
] as const)('when %s, the question says what is still to come and what is not', async (_, more, text) => {
  campaign = anUntouchedCampaign(more)
  show()
  await press('remove', 'en')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(text)).toBeDefined()
  expect(dialog.getByRole('button', { name: words.confirm.en })).toBeDefined()
  expect(dialog.queryByText(/come back to you at once/)).toBeNull()
})

test.each([
  [
    'while they are checked',
    { phase: 'ended', payableAt: '2026-11-24T01:00:00.000Z' },
    /^900 views had been brought before you deleted it\. Those that still count are paid on Tue 24 Nov, 02:00; if none does, the campaign disappears\.$/,
  ],
  [
    'when they are paid',
    { phase: 'settled' },
    /^900 views had been brought before you deleted it, and were paid\. The other 9,100 credits/,
  ],
] as const)('one that stays for views that were brought says so, %s', async (_, more, text) => {
  campaign = aCampaign({ ...IN_ITS_LAST_LOOK, actualViews: 900, reservedViews: 0, observedViews: 900, ...more })
  show()
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByText('To be deleted: a last look at its views')).toBeNull()
})

const LATE = { payableAt: '2026-11-22T01:00:00.000Z' }
test.each([
  ['en', 'once views are read', { hasViews: true }, /^Views were brought until Sat 21 Nov, 23:55.*only if none counts does it disappear/],
  ['fr', 'once views are read', { hasViews: true }, /^Des vues ont été apportées jusqu’au sam\. 21 nov\., 23:55.*que si aucune ne compte/],
  [
    'en',
    'while its checks are late',
    LATE,
    /^The final reading is still awaited\. Views that count are paid by Fri 27 Nov, 02:00 at the latest/,
  ],
  [
    'fr',
    'while its checks are late',
    LATE,
    /^Le dernier relevé est encore attendu\. Les vues qui comptent sont payées au plus tard le ven\. 27 nov\., 02:00/,
  ],
  [
    'en',
    'while its checks are late, with views',
    { ...LATE, actualViews: 900 },
    /^900 views had.*Those that still count are paid by Fri 27 Nov, 02:00 at the latest; if none does/,
  ],
  [
    'fr',
    'while its checks are late, with views',
    { ...LATE, actualViews: 900 },
    /^900 vues avaient.*Celles qui comptent encore.*au plus tard le ven\. 27 nov\., 02:00\s; s’il n’y en a aucune/,
  ],
] as const)('in %s: what becomes of a deleted one is said by what is known, %s', async (locale, _, more, text) => {
  campaign = anUntouchedCampaign({ ...IN_ITS_LAST_LOOK, signUps: 2, ...more })
  show(locale)
  expect(await screen.findByText(text)).toBeDefined()
})

test.each([
  [
    'en',
    'Not all of its last views could be read in time, so it did not disappear. None was charged, and all 10,000 credits have come back to you.',
  ],
  [
    'fr',
    'Ses dernières vues n’ont pas toutes pu être relevées à temps, elle n’a donc pas disparu. Aucune n’a été facturée, et les 10 000 crédits vous sont tous revenus.',
  ],
] as const)('in %s: one whose last views could not be read says why it is still there, and may be deleted now', async (locale, text) => {
  campaign = anUntouchedCampaign({ ...IN_ITS_LAST_LOOK, signUps: 2, phase: 'settled' })
  await remove(locale)
  expect(await screen.findAllByText({ en: 'Campaign deleted', fr: 'Campagne supprimée' }[locale])).not.toEqual([])
  cleanup()
  isDeleted = false
  show(locale)
  expect(await screen.findByText(text)).toBeDefined()
})

test('a campaign with a view that is read and not settled yet offers no deletion', async () => {
  campaign = anUntouchedCampaign({ signUps: 1, hasViews: true })
  show()
  expect(await screen.findByRole('button', { name: words.rename.en })).toBeDefined()
  expect(screen.queryByRole('button', { name: words.remove.en })).toBeNull()
})

test('a brand’s yes to its logo is sent once, says what it did, and the question is gone', async () => {
  campaign = aCampaign()
  await approve()
  expect(await screen.findAllByText('1,000 views count, unless their growth is still in review.')).not.toEqual([])
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
    await renameToMarketDay(locale)
    await press('save', locale)
    expect(await screen.findByText(texts[locale])).toBeDefined()
    expect(screen.getByText({ en: 'Update failed', fr: 'Échec de la mise à jour' }[locale])).toBeDefined()
    expect(screen.getByDisplayValue('Market day')).toBeDefined()
  },
)

test.each(['en', 'fr'] as const)('in %s: what the service finds wrong in a name is said at its field, once', async (locale) => {
  const message = sentenceOf('text_characters', {}, locale)
  answer = () => refusal('invalid_input', locale, {}, [{ path: 'name', message }])
  await renameToMarketDay(locale)
  await press('save', locale)
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByLabelText(words.name[locale]).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText(sentenceOf('invalid_input', {}, locale))).toBeNull()
})

const deleting: typeof always = [
  // Not found: it is gone.
  ...always.filter(([code]) => code !== 'not_found'),
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

test('a deletion whose answer was lost, asked for again and not found, is done', async () => {
  answer = () => {
    isDeleted = true
    if (sent.length === 1) throw new TypeError('the line is cut')
    return refusal('not_found', 'en')
  }
  await remove()
  expect(await screen.findAllByText('Campaign deleted')).not.toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Your first campaign, step by step.')).toBeDefined()
  expect(sent.length).toBeGreaterThan(1)
})

const approving: typeof always = [
  ...always,
  ['review_decided', {}, { en: 'This review has been decided already.', fr: 'Cet examen a déjà été tranché.' }],
  [
    'review_overdue',
    {},
    {
      en: 'The time to decide this review is over, so the default applies.',
      fr: 'Le délai pour trancher cet examen est écoulé : la règle par défaut s’applique.',
    },
  ],
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
