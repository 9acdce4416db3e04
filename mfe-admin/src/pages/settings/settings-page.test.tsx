// @vitest-environment jsdom
import { SETTING_DEFAULTS, SETTINGS_WITHOUT_EFFECT } from '@reelfair/contracts/setting-defaults'
import { useSession } from '@reelfair/web-kit'
import { errorResponse, errorRows, fakeStreams, showPage, stubApi } from '@reelfair/web-kit/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SettingsPage } from './settings-page.tsx'

const MONEY = ['packages', 'rate_card', 'solvency_margin_cents']
const settings = Object.fromEntries(
  Object.entries(SETTING_DEFAULTS).map(([key, value]) => [
    key,
    {
      version: key === 'review_hours' ? 1 : 0,
      inForce: { value, validFrom: '2025-08-22T22:00:00.000Z', version: 0 },
      coming: key === 'review_hours' ? [{ value: 48, validFrom: '2126-11-24T23:00:00.000Z', version: 1 }] : [],
      movesMoney: MONEY.includes(key),
    },
  ]),
)
fakeStreams()
const PACKAGE = { package: 'Enterprise' }
const SUMS = {
  en: {
    ...PACKAGE,
    day: '2 November 2126',
    price: '€124.99',
    credits: '500,000',
    pay: '€0.20',
    margin: '€0.05',
    needed: '€125.00',
    missing: '€0.01',
  },
  fr: {
    ...PACKAGE,
    day: '2 novembre 2126',
    price: '124,99\u00a0€',
    credits: '500\u00a0000',
    pay: '0,20\u00a0€',
    margin: '0,05\u00a0€',
    needed: '125,00\u00a0€',
    missing: '0,01\u00a0€',
  },
}
const post = vi.fn<(body: unknown) => Response>()
const api = stubApi({
  'GET /identity/admin/settings': settings,
  'POST /identity/admin/settings/:key': ({ body }) => post(body),
})

// Load the lazy chunk before the tests: the first import is slow on a cold machine.
beforeAll(() => import('./change-dialog.tsx'), 60_000)
beforeEach(() => {
  post.mockReset()
  post.mockImplementation(() => Response.json({}, { status: 201 }))
})

const openDialog = async (name: string, button = 'Change') => {
  await userEvent.click(await screen.findByRole('button', { name: `${button}: ${name}` }))
  return screen.findByRole('dialog', {}, { timeout: 10_000 })
}

test('shows the value in force and the upcoming one with its date', async () => {
  showPage(<SettingsPage />)
  expect((await screen.findAllByText(/Enterprise 500,000 for €125\.00/)).length).toBeGreaterThan(0)
  expect(screen.getAllByText('72 hours').length).toBeGreaterThan(0)
  expect(screen.getAllByText('48 hours').length).toBeGreaterThan(0)
  expect(screen.getAllByText(/25 Nov 2126/).length).toBeGreaterThan(0)
})

test('shows every setting once, and unused ones under their own heading', async () => {
  showPage(<SettingsPage />)
  await screen.findByRole('button', { name: 'Change: Credit packages' })
  const keysIn = (element: HTMLElement) =>
    within(element)
      .getAllByRole('link', { name: /^History: / })
      .map((link) => link.getAttribute('href')?.split('key=')[1] ?? '')
  expect(keysIn(document.body).toSorted()).toEqual(Object.keys(SETTING_DEFAULTS).toSorted())
  expect(keysIn(screen.getByRole('table', { name: 'No effect yet' }))).toEqual(SETTINGS_WITHOUT_EFFECT)
})

test('shows the values in French', async () => {
  showPage(<SettingsPage />, { locale: 'fr' })
  expect((await screen.findAllByText('72 heures')).length).toBeGreaterThan(0)
  expect(screen.getByRole('heading', { name: 'Prix et rémunération' })).toBeDefined()
})

test('immediately saves a setting that does not move money, with its reason and the version that the admin saw', async () => {
  showPage(<SettingsPage />)
  const dialog = within(await openDialog('Hours to decide a review'))
  await userEvent.clear(dialog.getByLabelText(/^Hours to decide a review/))
  await userEvent.type(dialog.getByLabelText(/^Hours to decide a review/), '60')
  await userEvent.click(dialog.getByRole('button', { name: 'Save the change' }))
  expect(dialog.getByText('Enter a reason.')).toBeDefined()
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Faster')
  await userEvent.click(dialog.getByRole('button', { name: 'Save the change' }))
  expect(post.mock.calls).toEqual([[{ value: 60, reason: 'Faster', expectedVersion: 1 }]])
})

test('asks for confirmation before saving a setting that moves money, and shows a refusal and the amount beside the value', async () => {
  post.mockImplementation(() => errorResponse('setting_insolvent', 'en', SUMS.en))
  showPage(<SettingsPage />)
  const dialog = within(await openDialog('Credit packages'))
  const price = dialog.getByLabelText('Enterprise: price excl. tax')
  await userEvent.clear(price)
  await userEvent.type(price, '124.99')
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Promotion')
  await userEvent.click(dialog.getByRole('button', { name: 'Review the change' }))
  expect(post).not.toHaveBeenCalled()
  expect(dialog.getByText(/^This moves money/)).toBeDefined()
  expect(dialog.getByText(/Enterprise 500,000 for €124\.99/)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Save the change' }))
  const [[sent] = []] = post.mock.calls as [[{ value: unknown[]; validFrom: string }]]
  expect(sent?.value.at(-1)).toEqual({ id: 'enterprise', credits: 500_000, priceCents: 12_499 })
  expect(sent?.validFrom).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(await dialog.findByText(/comes to €125\.00\. That is €0\.01 short\./)).toBeDefined()
  expect(dialog.getByLabelText('Enterprise: price excl. tax')).toBeDefined()
})

/** Shows whether the shell would still open the admin pages. */
function Rights() {
  const session = useSession()
  return <p>{session.state === 'present' && (session.me.complete ? 'may open admin pages' : 'must set up two-step sign-in')}</p>
}

test('detects immediately that the admin must now set up two-step sign-in', async () => {
  let complete = true
  api.answer({ 'GET /identity/session': () => ({ me: { id: 'u', email: 'a@b.example', role: 'admin', complete } }) })
  showPage(
    <>
      <SettingsPage />
      <Rights />
    </>,
  )
  expect(await screen.findByText('may open admin pages')).toBeDefined()
  const dialog = within(await openDialog('Two-step sign-in for admins'))
  await userEvent.click(dialog.getByRole('checkbox'))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Stolen password')
  complete = false
  await userEvent.click(dialog.getByRole('button', { name: 'Save the change' }))
  expect(await screen.findByText('must set up two-step sign-in')).toBeDefined()
})

const words = {
  en: {
    change: 'Change',
    hours: 'Hours to decide a review',
    packages: 'Credit packages',
    why: /^Reason/,
    save: 'Save the change',
    check: 'Review the change',
    idle: 'No effect yet: Reelfair doesn’t use this setting.',
    style: 'Style reference',
    note: 'Changes to settings that move money take effect at 00:00 Paris time the next day, at the earliest.',
    day: 'At the earliest, 00:00 Paris time the next day.',
    confirm: /^This moves money\. It takes effect on .* at 00:00 Paris time\.$/,
    short: /^From 2 November 2126, Enterprise would cost €124\.99 .* comes to €125\.00\. That is €0\.01 short\.$/,
  },
  fr: {
    change: 'Modifier\u00a0',
    hours: 'Délai de décision pour les vérifications',
    packages: 'Forfaits de crédits',
    why: /^Motif/,
    save: 'Enregistrer la modification',
    check: 'Vérifier la modification',
    idle: /^Sans effet pour l’instant\s: Reelfair n’utilise pas ce paramètre\.$/,
    style: 'Référence de style',
    note: 'Les modifications qui ont une incidence financière prennent effet au plus tôt le lendemain à 0 h, heure de Paris.',
    day: 'Au plus tôt le lendemain à 0 h, heure de Paris.',
    confirm: /^Cette modification a une incidence financière\. Elle prend effet le .* à 0\sh, heure de Paris\.$/,
    short: /^À partir du 2 novembre 2126, le forfait Enterprise coûterait 124,99\s€ .* font 125,00\s€\s: il manque 0,01\s€\.$/,
  },
} as const

describe.each(['en', 'fr'] as const)('in %s', (locale) => {
  const texts = words[locale]
  async function open(name: string) {
    showPage(<SettingsPage />, { locale })
    return within(await openDialog(name, texts.change))
  }

  test('explains that another admin has changed the setting', async () => {
    post.mockImplementation(() => errorResponse('conflict', locale))
    const dialog = await open(texts.hours)
    await userEvent.type(dialog.getByLabelText(texts.why), 'Faster')
    await userEvent.click(dialog.getByRole('button', { name: texts.save }))
    expect(await dialog.findByText(errorRows.conflict[2][locale])).toBeDefined()
  })

  test('shows when a change to a setting that moves money takes effect, and shows a refusal with the amount', async () => {
    post.mockImplementation(() => errorResponse('setting_insolvent', locale, SUMS[locale]))
    const dialog = await open(texts.packages)
    expect(screen.getByText(texts.note)).toBeDefined()
    expect(dialog.getByText(texts.day)).toBeDefined()
    await userEvent.type(dialog.getByLabelText(texts.why), 'Promotion')
    await userEvent.click(dialog.getByRole('button', { name: texts.check }))
    expect(dialog.getByText(texts.confirm)).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: texts.save }))
    expect(await dialog.findByText(texts.short)).toBeDefined()
  })

  test('warns before a change to an unused setting', async () => {
    expect((await open(texts.style)).getByText(texts.idle)).toBeDefined()
    cleanup()
    expect((await open(texts.hours)).queryByText(texts.idle)).toBeNull()
  })
})
