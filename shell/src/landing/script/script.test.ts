// @vitest-environment jsdom
import { earnedCents, RATE_CARD } from '@reelfair/rules'
import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUILT } from '../../components/packages.ts'
import { landingPage } from '../rendered.fixture.ts'
import { fetchAhead } from './ahead.ts'
import { rememberLanguage, switchTheme } from './choices.ts'
import { refreshFigures } from './figures.ts'
import { enableReceipt } from './receipt.ts'

const RATE = RATE_CARD.campaignCentsPer1000

function openPage(locale: 'en' | 'fr', side: 'brand' | 'creator' = 'creator') {
  const page = new DOMParser().parseFromString(landingPage(locale, side), 'text/html')
  document.documentElement.lang = locale
  // `screen` keeps using the first body.
  document.body.replaceChildren(...page.body.childNodes)
  for (const { name, value } of page.body.attributes) document.body.setAttribute(name, value)
}

beforeEach(() => {
  document.head.replaceChildren()
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

test('recomputes the same total, and a different total after a visitor changes a figure', async () => {
  openPage('en')
  enableReceipt()
  const receipt = within(screen.getByRole('article', { name: /^Receipt/ }))
  const status = receipt.getByRole('status')
  const recompute = () => userEvent.click(receipt.getByRole('button', { name: 'Recompute' }))
  await recompute()
  expect(status.textContent).toMatch(/^Recomputed .*, \d\d:\d\d\. Same to the cent\.$/)

  const field = screen.getByRole('textbox', { name: 'Views of “Brakes, explained”' })
  await userEvent.clear(field)
  await userEvent.type(field, '219880')
  expect(status.textContent).toBe('')
  expect(receipt.getByText('538,286')).toBeDefined()
  expect(receipt.getByText('513,742')).toBeDefined()
  await recompute()
  expect(receipt.getByText('The recomputed total differs.')).toBeDefined()
  expect(status.textContent).toContain(`€${(earnedCents(513_742, RATE) / 100).toFixed(2)}`)
  expect(status.textContent).toContain('On this receipt€41.37')
  await userEvent.tab()
  expect((field as HTMLInputElement).value).toBe('219,880')
})

test('explains an invalid number next to the field, until it is corrected', async () => {
  openPage('fr')
  enableReceipt()
  const field = screen.getByRole('textbox', { name: /Comprendre les freins/ })
  await userEvent.type(field, 'x')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  expect(described[0]).toBe('Saisissez un nombre entier de vues.')
  expect(described).toHaveLength(2)
  await userEvent.type(field, '{Backspace}')
  expect(field.hasAttribute('aria-invalid')).toBe(false)
  expect(screen.queryByText('Saisissez un nombre entier de vues.')).toBeNull()
  await userEvent.type(field, '{ArrowUp}')
  expect((field as HTMLInputElement).value).toBe('120\u00a0880')
})

test('does not compute a negative total', async () => {
  openPage('en')
  document.querySelector<HTMLElement>('.landing-receipt')?.setAttribute('data-qualified', '100')
  enableReceipt()
  await userEvent.clear(screen.getByRole('textbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Recompute' }))
  expect(screen.getByRole('status').textContent).toContain('€0.00')
})

test.each(['pointer', 'focus', 'touch'] as const)(
  'fetches the shell once a visitor moves towards sign-up by %s, and not before',
  async (by) => {
    openPage('en', 'brand')
    fetchAhead()
    const fetched = () => [...document.querySelectorAll('link[rel=prefetch]')].map((link) => link.getAttribute('href'))
    const [section] = screen.getAllByRole('link', { name: 'Pricing' })
    const [link] = screen.getAllByRole('link', { name: 'Sign up' })
    const approach = async (element: Element) => {
      if (by === 'pointer') await userEvent.hover(element)
      else if (by === 'focus') (element as HTMLElement).focus()
      else element.dispatchEvent(new Event('touchstart', { bubbles: true }))
    }
    await approach(section as Element)
    expect(fetched()).toEqual([])
    await approach(link as Element)
    await approach(link as Element)
    expect(fetched()).toEqual(['/static/js/index.0123456789.js', '/static/css/index.0123456789.css'])
  },
)

test('remembers the language of the page for the shell', () => {
  openPage('fr')
  rememberLanguage()
  expect(localStorage.getItem('reelfair.locale')).toBe('fr')
})

test('switches the theme, stores it and keeps the focus on the switch', async () => {
  openPage('en')
  switchTheme()
  const [dark] = screen.getAllByRole('button', { name: 'Dark theme', hidden: true })
  await userEvent.click(dark as Element)
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('reelfair.theme')).toBe('dark')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Light theme')
})

const CHANGED = { validFrom: '2026-10-01', campaignCentsPer1000: 12, partnershipCentsPer1000: 25 }
const answerWith = (answer: Response) => {
  const fetched = vi.fn(async () => answer)
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => {
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.stale
})

test('prints the settings in force if the gateway marks the page as stale', async () => {
  openPage('fr', 'brand')
  document.documentElement.dataset.stale = ''
  const packages = BUILT.packages.map((one) => (one.id === 'starter' ? { ...one, priceCents: 450 } : one))
  const fetched = answerWith(Response.json({ ...BUILT, packages, rateCard: CHANGED }))
  await refreshFigures()
  expect(fetched).toHaveBeenCalledWith('/api/identity/public-settings', { cache: 'no-cache' })
  const [starter, growth] = document.querySelectorAll('#prices tbody tr')
  expect(starter?.textContent).toContain('4,50\u00a0€')
  expect(starter?.textContent).toContain('0,45\u00a0€')
  expect(growth?.textContent).toContain('14\u00a0€')
  expect(document.querySelector('.landing-actions')?.textContent).toContain('4,50\u00a0€')
  expect(document.querySelector('.landing-spread')?.textContent).toMatch(/0,12\s€.*0,25\s€/)
  expect(document.documentElement.dataset.stale).toBeUndefined()
})

test.each(['brand', 'creator'] as const)('prints only figures of the settings in force, for a %s', async (side) => {
  openPage('en', side)
  const figures = () => document.body.textContent?.match(/€[\d.,]+|\d+\u00a0hours|\d+ \w{3} 20\d\d/g) ?? []
  const built = figures()
  document.documentElement.dataset.stale = ''
  // Twice the build's prices and rates, so that every sum of money changes.
  const packages = BUILT.packages.map((one) => ({ ...one, priceCents: 2 * one.priceCents }))
  const rateCard = { validFrom: '2026-10-01', campaignCentsPer1000: 20, partnershipCentsPer1000: 40 }
  answerWith(Response.json({ packages, rateCard, reviewHours: 48 }))
  await refreshFigures()
  const unchanged = figures().filter((text, at) => text === built[at])
  // Amounts that are not settings: the minimum transfer and the invented balance.
  expect(new Set(unchanged)).toEqual(
    new Set(side === 'brand' ? ['€1.'] : ['€1.', '€6.18', '€12.40', '€41.37', '€25.00', '€91.20', '€176.15']),
  )
  expect(document.body.textContent).toContain('within 48\u00a0hours')
  expect(document.querySelector('.landing-receipt')?.textContent).toContain('rate card dated 1 Oct 2026')
})

test('recomputes the receipt with the rate in force', async () => {
  openPage('en')
  document.documentElement.dataset.stale = ''
  answerWith(Response.json({ ...BUILT, rateCard: CHANGED }))
  await refreshFigures()
  enableReceipt()
  const recompute = () => userEvent.click(screen.getByRole('button', { name: 'Recompute' }))
  await recompute()
  expect(screen.getByRole('status').textContent).toMatch(/Same to the cent/)
  const field = screen.getByRole('textbox')
  await userEvent.clear(field)
  await userEvent.type(field, '219880')
  await recompute()
  expect(screen.getByRole('status').textContent).toContain('On this receipt€49.64')
  expect(screen.getByRole('status').textContent).toContain(`€${(earnedCents(513_742, 12) / 100).toFixed(2)}`)
})

test('keeps stale figures hidden without an answer, and asks for nothing if the page is current', async () => {
  openPage('en', 'brand')
  const fetched = answerWith(new Response(null, { status: 503 }))
  await refreshFigures()
  expect(fetched).not.toHaveBeenCalled()
  document.documentElement.dataset.stale = ''
  await refreshFigures()
  expect(fetched).toHaveBeenCalledOnce()
  expect(document.documentElement.dataset.stale).toBe('')
})

test.each(['brand', 'creator'] as const)(
  'prints exactly the figures of the build from the settings of the build, for a %s',
  async (side) => {
    openPage('en', side)
    const before = document.body.innerHTML
    document.documentElement.dataset.stale = ''
    answerWith(Response.json(BUILT))
    await refreshFigures()
    expect(document.body.innerHTML).toBe(before)
    expect(document.querySelectorAll('data').length).toBeGreaterThan(8)
  },
)
