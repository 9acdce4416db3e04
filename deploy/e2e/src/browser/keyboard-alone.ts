import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Site } from './site.ts'

const MOST_TABS = 60

/** What a person who sees no screen is told about where they are. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
    const name = element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? ''
    return `${element.tagName.toLowerCase()} ${name.trim()}`
  })

/** Tabs on until the focus is on what is meant; it must be seen there. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const passed: string[] = []
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    passed.push(now)
    if (!wanted.test(now)) continue
    const outlined = await page.evaluate(() => {
      for (let element = document.activeElement; element && element !== document.body; element = element.parentElement) {
        const { outlineStyle, boxShadow } = getComputedStyle(element)
        if (outlineStyle !== 'none' || boxShadow !== 'none') return true
      }
      return false
    })
    expect(outlined, `the focus on "${now}" is seen`).toBe(true)
    return
  }
  expect.unreachable(`${wanted} is not reached by Tab; passed: ${passed.join(' | ')}`)
}

export function keyboardAlone(site: Site): void {
  test('signs in and asks for a campaign', async () => {
    const { page, context, faults } = await site.visit('visitor')
    const { keyboard } = page
    await page.goto('/')
    await tabTo(page, /^a Log in$/)
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor()
    await tabTo(page, /^input E-mail/)
    await keyboard.type(site.emailOf('brand'))
    await tabTo(page, /^input Password/)
    await keyboard.type(site.password)
    await keyboard.press('Enter')
    await page.waitForURL('**/brand-dashboard')
    await page.getByRole('heading', { name: 'Your views' }).waitFor()

    await tabTo(page, /^a New campaign$/)
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor()
    await tabTo(page, /^input Name/)
    await keyboard.type('By keyboard')
    await tabTo(page, /Views goal/)
    await keyboard.press('Home')
    await keyboard.press('ArrowRight')
    await tabTo(page, /^select Category/)
    await keyboard.type('Food')
    await tabTo(page, /^input Link/)
    await keyboard.type('https://kefiro.example')
    await tabTo(page, /^button Set aside 2,000 credits and start/)
    await keyboard.press('Space')
    await page.waitForURL('**/brand-dashboard')
    await page.getByRole('article', { name: 'By keyboard' }).waitFor()
    expect(faults.found).toEqual([])
    await context.close()
  })
}
