// @vitest-environment jsdom
import { type Account, errorTable, type Locale } from '@reelfair/contracts'
import { errorResponse, inLanguages, showPage, stubApi } from '@reelfair/web-kit/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { AccountRow } from '../account-row.tsx'

const ACCOUNT: Account = {
  id: crypto.randomUUID(),
  network: 'instagram',
  username: 'lea.kitchen',
  status: 'verified',
  createdAt: '2026-03-04T09:00:00.000Z',
  verifiedAt: '2026-03-04T10:00:00.000Z',
  followers: 48_200,
  averageViews: 14_800,
  rpmCents: 100,
  language: 'en',
  category: 'Food_Cooking',
  city: 'Lyon',
  country: 'France',
  isPublic: true,
  statsAt: '2026-11-21T23:31:00.000Z',
}
const api = stubApi({
  'PUT /verification/accounts/:accountId/collab': ({ body }) => ({ ...ACCOUNT, isCollabOpen: (body as { isOpen: boolean }).isOpen }),
})

const show = (facts: Partial<Account> = {}, locale: Locale = 'en') =>
  showPage(
    <ul>
      <AccountRow account={{ ...ACCOUNT, ...facts }} connect={undefined} />
    </ul>,
    { locale },
  )
const texts = {
  configure: { en: 'Configure the public page of @lea.kitchen', fr: 'Configurer la page publique de @lea.kitchen' },
  on: { en: 'Switch the page on', fr: 'Activer la page' },
  off: { en: 'Switch the page off', fr: 'Désactiver la page' },
  copy: { en: 'Copy page link', fr: 'Copier le lien de la page' },
} as const

async function configure(locale: Locale = 'en') {
  await userEvent.click(await screen.findByRole('button', { name: texts.configure[locale] }))
  return screen.findByRole('dialog', {}, { timeout: 10_000 })
}

test.each(inLanguages([[false], [true]] as [boolean][]))(
  'in %s: switches the page, now on: %s, to the other state',
  async (locale, isOn) => {
    show({ isCollabOpen: isOn }, locale)
    const dialog = await configure(locale)
    await userEvent.click(within(dialog).getByRole('button', { name: texts[isOn ? 'off' : 'on'][locale] }))
    await waitFor(() =>
      expect(api.writes()).toEqual([{ what: `PUT /verification/accounts/${ACCOUNT.id}/collab`, body: { isOpen: !isOn } }]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

test('lists everything that the page shows before it is switched on', async () => {
  show({ averageViews: null })
  const dialog = await configure()
  const shown = [...dialog.querySelectorAll('dl > div')].map((row) => row.textContent)
  expect(shown).toEqual([
    'Username and date of verification@lea.kitchen, 4 Mar 2026',
    'Followers48,200',
    'Average viewsnot known yet',
    'RPM, the usual price of 1,000 views€1.00',
    'Audience languageEnglish',
    'CategoryFood and cooking',
    'LocationLyon, France',
    'Picture, bio and three latest videosas on Instagram, read with your figures',
    'Earlier partnershipsof all your accounts: tiers reached, share of views qualified, days to the first video',
  ])
})

test('copies the link of a page that is on, and offers no link to one that is off', async () => {
  const writeText = vi.fn(async () => undefined)
  show({ isCollabOpen: true })
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  ;(await screen.findByRole('button', { name: /^Copy page link/ })).click()
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/collab/lea.kitchen`))
})

test('offers no link while the page is off', async () => {
  show()
  expect(await screen.findByRole('button', { name: texts.configure.en })).toBeDefined()
  expect(screen.queryByText(texts.copy.en)).toBeNull()
})

test.each([
  ['private', { isPublic: false }],
  ['age-restricted', { ageRestricted: true }],
] as const)('says that the page is hidden while the account is %s', async (_, facts) => {
  show({ ...facts, isCollabOpen: true })
  expect(await screen.findByText('Public page hidden')).toBeDefined()
})

test.each([
  ['an unverified account', { verifiedAt: undefined, status: 'unverified' }],
  ['an account on TikTok', { network: 'tiktok' }],
] as const)('offers no page for %s', async (_, facts) => {
  show(facts as Partial<Account>)
  await screen.findByText('@lea.kitchen')
  expect(screen.queryByRole('button', { name: texts.configure.en })).toBeNull()
})

test('shows why switching failed, and keeps the dialog open', async () => {
  api.answer({ 'PUT /verification/accounts/:accountId/collab': () => errorResponse('unavailable', 'en') })
  show()
  const dialog = await configure()
  await userEvent.click(within(dialog).getByRole('button', { name: texts.on.en }))
  expect(await within(dialog).findByText(errorTable.unavailable.en, { exact: false })).toBeDefined()
})
