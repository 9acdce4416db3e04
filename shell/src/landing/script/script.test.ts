// @vitest-environment jsdom
import { earnedCents, RATE_CARD } from '@reelfair/rules'
import type { Figures } from '@reelfair/rules/figures'
import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { BUILT } from '../../components/packages.ts'
import { landingPage } from '../rendered.fixture.ts'
import { fetchAhead } from './ahead.ts'
import { rememberLanguage, switchTheme } from './choices.ts'
import { enableReceipt } from './receipt.ts'

const RATE = RATE_CARD.campaignCentsPer1000

function openPage(locale: 'en' | 'fr', side: 'brand' | 'creator' = 'creator', figures?: Figures) {
  const page = new DOMParser().parseFromString(landingPage(locale, side, figures), 'text/html')
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

test('passes the language of the page to the shell, but stores it as a choice only when a visitor picks it', async () => {
  openPage('fr')
  rememberLanguage()
  expect(document.cookie).toContain('__Host-locale=fr')
  expect(localStorage.getItem('reelfair.locale')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'English' }))
  expect(localStorage.getItem('reelfair.locale')).toBe('en')
})

test('restores the cookie of a visitor who chose another language, unless the stored choice is invalid', () => {
  openPage('fr')
  rememberLanguage()
  localStorage.setItem('reelfair.locale', 'en')
  rememberLanguage()
  expect(document.cookie).toContain('__Host-locale=en')
  localStorage.setItem('reelfair.locale', 'de')
  rememberLanguage()
  expect(document.cookie).toContain('__Host-locale=fr')
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

test('recomputes the receipt with the rate in force', async () => {
  const rateCard = { validFrom: '2026-10-01', campaignCentsPer1000: 12, partnershipCentsPer1000: 25 }
  openPage('en', 'creator', { ...BUILT, rateCard })
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
