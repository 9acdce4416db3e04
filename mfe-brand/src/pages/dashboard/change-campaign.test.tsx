// @vitest-environment jsdom
/** Tests renaming and deleting a campaign and confirming a logo, with all error texts in English and French. */
import { type Locale, sentenceOf } from '@reelfair/contracts'
import { type ErrorRow, errorResponse, errorRows, fill, showPage, stubApi, testRefusals } from '@reelfair/web-kit/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aCampaign, aCampaignWithoutViews, aReview, fourteenNights, hours } from '../../components/campaign/campaign.fixture.ts'
import { DashboardPage } from './dashboard-page.tsx'

/** The clock is set between a campaign's end and its settlement, because the texts depend on both dates. */
vi.setSystemTime('2026-11-22T12:00:00.000Z')

const DELETION_REQUESTED = {
  status: 'failed',
  phase: 'ended',
  endedAt: '2026-11-21T22:55:00.000Z',
  payableAt: '2026-11-24T01:00:00.000Z',
  deleteRequestedAt: '2026-11-21T22:55:00.000Z',
} as const

let campaign = aCampaignWithoutViews()
let isDeleted = false
let isGone = true
let reviews = [aReview()]

beforeEach(() => {
  campaign = aCampaignWithoutViews()
  isDeleted = false
  isGone = true
  reviews = []
})

const RENAME = 'PATCH /campaigns/campaigns/:campaignId'
const DELETE = 'DELETE /campaigns/campaigns/:campaignId'
const APPROVE = 'POST /metrics/reviews/:reviewId/approval'
const tab = () => (campaign.status === 'failed' ? 'expired' : 'active')
const api = stubApi({
  'GET /partnerships/invitations': { items: [] },
  'GET /partnerships/partnerships': { items: [] },
  [RENAME]: ({ body }) => (campaign = { ...campaign, ...(body as object) }),
  [DELETE]: () => {
    isDeleted = isGone
    if (!isGone) campaign = { ...campaign, ...DELETION_REQUESTED }
    return { isGone }
  },
  [APPROVE]: () => {
    reviews = []
    return aReview()
  },
  'GET /campaigns/campaigns/summary': () => ({
    counts: { active: 0, completed: 0, expired: 0, [tab()]: isDeleted ? 0 : 1 },
    defaultTab: tab(),
    totalViews: 0,
  }),
  'GET /campaigns/campaigns': ({ query }) => ({ items: isDeleted || (query.get('tab') ?? tab()) !== tab() ? [] : [campaign] }),
  'GET /campaigns/campaigns/:campaignId/sign-ups': { items: [] },
  'GET /metrics/nights': { nights: fourteenNights() },
  'GET /metrics/readings/latest': {},
  'GET /metrics/reviews': () => ({ items: reviews }),
  'GET /payouts/credits': { available: 5, held: 0, spent: 0 },
})

// Load the lazy chunks before the tests: the first import is slow on a cold machine.
beforeAll(async () => {
  await import('../../components/campaign/delete-dialog.tsx')
  await import('../../components/reviews/approve-dialog.tsx')
}, 60_000)

const words = {
  rename: { en: 'Rename “Fridge door”', fr: 'Renommer « Fridge door »' },
  name: { en: 'New name', fr: 'Nouveau nom' },
  save: { en: 'Save', fr: 'Enregistrer' },
  remove: { en: 'Delete “Fridge door”', fr: 'Supprimer « Fridge door »' },
  confirm: { en: 'Delete campaign', fr: 'Supprimer la campagne' },
  look: { en: 'Check the video', fr: 'Voir la vidéo' },
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

test('renames a campaign in place and returns focus to the rename button', async () => {
  await rename(' Market day {Enter}')
  expect(await screen.findByText('Market day')).toBeDefined()
  expect(await screen.findAllByText('Name updated')).not.toEqual([])
  expect(api.writes()).toEqual([{ what: 'PATCH /campaigns/campaigns/c1', body: { name: 'Market day' } }])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename “Market day”')
})

test('sends nothing when the new name is empty or unchanged, or when Escape cancels the edit', async () => {
  await rename('Another{Escape}')
  expect(screen.getByRole('heading', { name: 'Fridge door' })).toBeDefined()
  await press('rename', 'en')
  await userEvent.clear(screen.getByLabelText('New name'))
  expect(screen.getByText('Enter a campaign name of up to 80 characters.')).toBeDefined()
  await press('save', 'en')
  expect(screen.getByLabelText('New name')).toBeDefined()
  await userEvent.type(screen.getByLabelText('New name'), 'Fridge door{Enter}')
  expect(screen.queryByLabelText('New name')).toBeNull()
  expect(api.writes()).toEqual([])
})

test('deletes a campaign without creators after confirmation', async () => {
  show()
  await press('remove', 'en')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Fridge door”?' }))
  expect(
    dialog.getByText('No views have been counted. The 10,000 credits reserved for this campaign will be returned to you right away.'),
  ).toBeDefined()
  expect(dialog.queryByText(/creators/)).toBeNull()
  expect(api.writes()).toEqual([])
  await press('confirm', 'en')
  expect(await screen.findAllByText('Campaign deleted')).not.toEqual([])
  expect(await screen.findByText('Your first campaign, step by step')).toBeDefined()
  expect(api.writes()).toEqual([{ what: 'DELETE /campaigns/campaigns/c1' }])
})

const ending = {
  en: [
    '2 creators have signed up. The campaign will end now, and no one else can sign up.',
    'Views so far will be checked one last time and paid for on Wed 25 Nov, 02:00. If there are none, the campaign will be deleted then and all 10,000 credits will be returned to you.',
    'Campaign ended. We’re checking its last views.',
    'Deletion pending: final view check',
    'Views up to Sat 21 Nov, 23:55 will be checked one last time and paid for on Tue 24 Nov, 02:00. If there are none, the campaign will be deleted and all 10,000 credits will be returned to you.',
  ],
  fr: [
    '2 créateurs participent. La campagne se terminera immédiatement et plus personne ne pourra y participer.',
    'Les vues obtenues jusqu’à présent seront relevées une dernière fois et payées le mer. 25 nov., 02:00. S’il n’y en a aucune, la campagne sera alors supprimée et les 10 000 crédits seront reversés sur votre solde.',
    'Campagne terminée. Nous relevons ses dernières vues.',
    'Suppression en attente : dernier contrôle des vues',
    'Les vues obtenues jusqu’au sam. 21 nov., 23:55 seront relevées une dernière fois et payées le mar. 24 nov., 02:00. S’il n’y en a aucune, la campagne sera supprimée et les 10 000 crédits seront reversés sur votre solde.',
  ],
} as const
test.each(['en', 'fr'] as const)(
  'in %s: explains what will happen, then ends a campaign with creators and shows its state',
  async (locale) => {
    campaign = aCampaignWithoutViews({ signUps: 2 })
    isGone = false
    const [joined, then, done, state, next] = ending[locale]
    show(locale)
    await press('remove', locale)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(joined)).toBeDefined()
    expect(dialog.getByText(then)).toBeDefined()
    expect(api.writes()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: { en: 'End campaign now', fr: 'Terminer la campagne' }[locale] }))
    expect(await screen.findAllByText(done)).not.toEqual([])
    // The campaign is now listed under Expired and cannot be deleted again.
    expect(await screen.findByText(state)).toBeDefined()
    expect(screen.getByText(next)).toBeDefined()
    expect(screen.queryByRole('button', { name: words.remove[locale] })).toBeNull()
    expect(api.writes()).toEqual([{ what: 'DELETE /campaigns/campaigns/c1' }])
  },
)

const inDays = /^Views that count will be paid for on \w{3} \d+ \w{3}, 02:00\. If there are none, the campaign will be deleted then/
const over = 'The campaign is over, and we’re still checking its last views.'
test.each([
  ['the campaign’s time is up', { signUps: 2, endsAt: hours(-1) }, over],
  ['the campaign’s time is up, with the date', { signUps: 2, endsAt: hours(-1) }, inDays],
  ['the final checks are running', { signUps: 2, status: 'failed', phase: 'ended' }, over],
  [
    'the final checks are running, with the date',
    { signUps: 2, status: 'failed', phase: 'ended', payableAt: '2099-11-24T01:00:00.000Z' },
    /^Views that count will be paid for on Tue 24 Nov, 02:00\./,
  ],
  [
    'the final checks are late',
    { signUps: 2, status: 'failed', phase: 'ended', payableAt: '2026-11-17T01:00:00.000Z' },
    /^Views that count will be paid for by Fri 20 Nov, 02:00 at the latest\./,
  ],
  [
    'the campaign is settled',
    { signUps: 2, status: 'failed', phase: 'settled' },
    'No views were counted, and the campaign’s credits have already been returned to you.',
  ],
  [
    'the campaign never started',
    { status: 'failed', phase: 'unfunded' },
    'This campaign never started, and no credits were reserved for it.',
  ],
] as const)('explains the consequences of deletion if %s', async (_, more, text) => {
  campaign = aCampaignWithoutViews(more)
  show()
  await press('remove', 'en')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(text)).toBeDefined()
  expect(dialog.getByRole('button', { name: words.confirm.en })).toBeDefined()
  expect(dialog.queryByText(/returned to you right away/)).toBeNull()
})

test.each([
  [
    'before the settlement',
    { phase: 'ended', payableAt: '2026-11-24T01:00:00.000Z' },
    /^Views before your deletion request: 900\. Those that still count will be paid for on Tue 24 Nov, 02:00\. If none do, the campaign will be deleted\.$/,
  ],
  ['after the settlement', { phase: 'settled' }, /^Views charged, up to your deletion request: 900\. Credits returned to you: 9,100\.$/],
] as const)('explains why a campaign with views still exists after a deletion request (%s)', async (_, more, text) => {
  campaign = aCampaign({ ...DELETION_REQUESTED, actualViews: 900, reservedViews: 0, observedViews: 900, ...more })
  show()
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByText('Deletion pending: final view check')).toBeNull()
})

const LATE = { payableAt: '2026-11-22T01:00:00.000Z' }
test.each([
  ['en', 'when views are known', { hasViews: true }, /^The campaign got views before Sat 21 Nov, 23:55.*If none count, it will be deleted/],
  [
    'fr',
    'when views are known',
    { hasViews: true },
    /^La campagne a obtenu des vues avant le sam\. 21 nov\., 23:55.*S’il y a des vues qualifiées, .* Sinon, la campagne sera supprimée/,
  ],
  [
    'en',
    'while the last reading is late',
    LATE,
    /^We’re still waiting for the final reading\. Views that count will be paid for by Fri 27 Nov, 02:00 at the latest/,
  ],
  [
    'fr',
    'while the last reading is late',
    LATE,
    /^Nous attendons encore le dernier relevé\. Les vues qualifiées seront payées au plus tard le ven\. 27 nov\., 02:00/,
  ],
  [
    'en',
    'while the last reading is late and views were charged',
    { ...LATE, actualViews: 900 },
    /^Views before your deletion request: 900\..*Views that still count will be paid for by Fri 27 Nov, 02:00 at the latest\. If none do/,
  ],
  [
    'fr',
    'while the last reading is late and views were charged',
    { ...LATE, actualViews: 900 },
    /^Vues obtenues avant votre demande de suppression\s: 900\..*Les vues confirmées.*au plus tard le ven\. 27 nov\., 02:00\. S’il n’en reste aucune/,
  ],
] as const)('in %s: explains what happens to a campaign after a deletion request (%s)', async (locale, _, more, text) => {
  campaign = aCampaignWithoutViews({ ...DELETION_REQUESTED, signUps: 2, ...more })
  show(locale)
  expect(await screen.findByText(text)).toBeDefined()
})

test.each([
  [
    'en',
    'Some of the campaign’s last views couldn’t be checked in time, so it wasn’t deleted. You weren’t charged for any views, and all 10,000 credits have been returned to you.',
  ],
  [
    'fr',
    'Certaines des dernières vues n’ont pas pu être relevées à temps : la campagne n’a donc pas été supprimée. Aucune vue ne vous a été facturée et les 10 000 crédits ont tous été reversés sur votre solde.',
  ],
] as const)('in %s: explains that unread final views prevented deletion, and lets the brand delete the campaign', async (locale, text) => {
  campaign = aCampaignWithoutViews({ ...DELETION_REQUESTED, signUps: 2, phase: 'settled' })
  await remove(locale)
  expect(await screen.findAllByText({ en: 'Campaign deleted', fr: 'Campagne supprimée' }[locale])).not.toEqual([])
  cleanup()
  isDeleted = false
  show(locale)
  expect(await screen.findByText(text)).toBeDefined()
})

test('hides the delete button once views have been read, even before they are settled', async () => {
  campaign = aCampaignWithoutViews({ signUps: 1, hasViews: true })
  show()
  expect(await screen.findByRole('button', { name: words.rename.en })).toBeDefined()
  expect(screen.queryByRole('button', { name: words.remove.en })).toBeNull()
})

test('sends a logo confirmation once, shows the result and removes the review', async () => {
  campaign = aCampaign()
  await approve()
  expect(await screen.findAllByText('The views (1,000) will count, unless their growth is still in review.')).not.toEqual([])
  expect(api.writes()).toEqual([{ what: 'POST /metrics/reviews/r1/approval', body: {} }])
  await waitFor(() => expect(screen.queryByText('In review', { selector: 'h2' })).toBeNull())
})

test.each([
  ['en', 'The logo must be in the upper half and cover at least 6% of the picture.'],
  ['fr', 'Le logo doit se trouver dans la moitié supérieure de l’image et en occuper au moins 6 %.'],
] as const)('in %s: states the logo rule before confirmation', async (locale, rule) => {
  campaign = aCampaign()
  reviews = [aReview()]
  show(locale)
  await press('look', locale)
  expect(await screen.findByText(rule)).toBeDefined()
})

const always: ErrorRow[] = [
  errorRows.not_found,
  errorRows.conflict,
  errorRows.not_signed_in,
  errorRows.not_allowed,
  errorRows.too_many_requests,
  errorRows.internal,
  errorRows.unavailable,
]

async function save(locale: Locale) {
  await renameToMarketDay(locale)
  await press('save', locale)
}
testRefusals(api, RENAME, [...always, errorRows.brand_incomplete], save, (locale) => {
  expect(screen.getByText({ en: 'Update failed', fr: 'Échec de la mise à jour' }[locale])).toBeDefined()
  // The typed name stays in the field.
  expect(screen.getByDisplayValue('Market day')).toBeDefined()
})

test.each(['en', 'fr'] as const)('in %s: shows the service’s error for the name once, next to the name field', async (locale) => {
  const message = sentenceOf('text_characters', {}, locale)
  api.fail(RENAME, 'invalid_input', locale, {}, [{ path: 'name', message }])
  await save(locale)
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByLabelText(words.name[locale]).getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText(sentenceOf('invalid_input', {}, locale))).toBeNull()
})

const deleting: typeof always = [
  // `not_found` counts as success, because the campaign no longer exists.
  ...always.filter(([code]) => code !== 'not_found'),
  ['campaign_consumed', {}, { en: 'Cannot delete: views already consumed', fr: /^Suppression impossible/ }],
]
const findDialog = () => screen.findByRole('dialog')
const failToRemove = (locale: Locale) => remove(locale).then(findDialog)
testRefusals(api, DELETE, deleting, failToRemove, (locale) => {
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText({ en: 'Deletion failed', fr: 'Échec de la suppression' }[locale])).toBeDefined()
  // The campaign is still shown.
  expect(document.querySelector('article')?.getAttribute('aria-label')).toBe('Fridge door')
})

test('treats a deletion as done if the first response is lost and the retry finds no campaign', async () => {
  api.answer({
    [DELETE]: () => {
      isDeleted = true
      if (api.writes().length === 1) throw new TypeError('connection lost')
      return errorResponse('not_found', 'en')
    },
  })
  await remove()
  expect(await screen.findAllByText('Campaign deleted')).not.toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Your first campaign, step by step')).toBeDefined()
  expect(api.writes().length).toBeGreaterThan(1)
})

testRefusals(api, APPROVE, [...always, errorRows.review_decided, errorRows.review_overdue], async (locale) => {
  campaign = aCampaign()
  await approve(locale)
  return findDialog()
})
