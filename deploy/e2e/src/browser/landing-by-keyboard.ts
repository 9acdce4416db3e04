/** Visitors use the landing page, which the gateway serves as complete HTML, using only the keyboard. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsIn } from './inspect-page.ts'
import { keyboardOf } from './keyboard.ts'
import { newEmail } from './new-creator.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

const BUY = '/signup?role=brand&redirect=%2Fbrand-dashboard%2Fpurchase%3Fpackage%3D'

const WORDS = {
  en: {
    home: '/',
    language: 'English',
    skip: 'Skip to content',
    sides: { brand: 'I’m a brand', creator: 'I’m a creator' },
    headlines: { brand: /^Pay for the/, creator: /^Your views/ },
    calls: {
      brand: { 'Sign up': '/signup?role=brand', 'Start with 10,000 views for €3': `${BUY}starter`, 'Buy Growth': `${BUY}growth` },
      creator: {
        'Sign up': '/signup?role=creator',
        'Sign up as a creator': '/signup?role=creator',
        'Verify an account': '/signup?role=creator&redirect=%2Fprofile',
      },
    },
    roles: { brand: 'Brand or agency', creator: 'Creator' },
    dark: 'Dark theme',
    light: 'Light theme',
    question: 'What if my views look automated?',
    answer: 'A member of our team reviews them and gives a reason for the decision.',
    views: 'Views of “Brakes, explained”',
    recompute: 'Recompute',
    differs: 'The recomputed total differs.',
    password: 'Password',
    terms: /^I accept the Terms/,
    signUp: 'Sign up',
    mail: 'Confirm your e-mail address',
  },
  fr: {
    home: '/fr',
    language: 'Français',
    skip: 'Aller au contenu',
    sides: { brand: 'Je suis une marque', creator: 'Je suis créateur' },
    headlines: { brand: /^Ne payez que/, creator: /^Vos vues/ },
    calls: {
      brand: {
        'Créer un compte': '/signup?role=brand',
        'Commencer avec 10 000 vues pour 3 €': `${BUY}starter`,
        'Acheter Growth': `${BUY}growth`,
      },
      creator: {
        'Créer un compte': '/signup?role=creator',
        'Créer un compte créateur': '/signup?role=creator',
        'Vérifier un compte': '/signup?role=creator&redirect=%2Fprofile',
      },
    },
    roles: { brand: 'Marque ou agence', creator: 'Créateur' },
    dark: 'Thème sombre',
    light: 'Thème clair',
    question: 'Que se passe-t-il si mes vues semblent automatisées ?',
    answer: 'Un membre de notre équipe les examine et motive sa décision.',
    views: 'Vues de « Comprendre les freins »',
    recompute: 'Recalculer',
    differs: 'Le total recalculé est différent.',
    password: 'Mot de passe',
    terms: /^J’accepte les Conditions/,
    signUp: 'Créer un compte',
    mail: 'Confirmez votre adresse e-mail',
  },
} as const

const SIDES = ['brand', 'creator'] as const
const LOCALES = [
  ['en', 'fr'],
  ['fr', 'en'],
] as const

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

export function landingByKeyboard(site: Site): void {
  const outside = outsideOf(site)

  async function visitLanding(locale: 'en' | 'fr', width: 390 | 1440 = 1440) {
    const visit = await site.visit('visitor', { locale, width })
    await visit.page.goto('/')
    expect(pathOf(visit.page)).toBe(WORDS[locale].home)
    return { ...visit, keys: keyboardOf(visit.page) }
  }

  test.for(LOCALES)('in %s, both sides’ calls to action carry the role to sign-up', async ([locale]) => {
    const { sides, headlines, calls, roles, skip } = WORDS[locale]
    const { page, context, faults, keys } = await visitLanding(locale)
    await keys.press('link', skip)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    for (const side of SIDES) {
      if (side === 'creator') await keys.press('link', sides.creator)
      await page.getByRole('heading', { level: 1, name: headlines[side] }).waitFor()
      await picture(page, `landing ${locale} ${side}`)
      expect(await faultsIn(page, locale)).toEqual([])
      for (const [name, address] of Object.entries(calls[side])) {
        await keys.press('link', name)
        await page.waitForURL(site.url + address)
        expect(await page.getByRole('radio', { name: roles[side] }).isChecked()).toBe(true)
        await page.goBack()
        await page.getByRole('heading', { level: 1, name: headlines[side] }).waitFor()
      }
    }
    expect(faults.found).toEqual([])
    await context.close()
  })

  test.for(LOCALES)('in %s, the theme, a question and the receipt respond; sign-up in %s keeps the side', async ([locale, other]) => {
    const words = WORDS[locale]
    const { page, context, faults, keys } = await visitLanding(locale)
    await keys.press('link', words.sides.creator)
    await page.waitForURL('**/*role=creator')
    await keys.press('button', words.dark)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    expect(await focusedName(page)).toBe(words.light)
    await keys.press('link', 'Questions')
    const answer = page.getByText(words.answer)
    expect(await answer.isVisible()).toBe(false)
    await keys.press('text', words.question)
    expect(await answer.isVisible()).toBe(true)
    await keys.fill(words.views, '219880')
    await keys.press('button', words.recompute)
    await page.getByText(words.differs).waitFor()
    expect(await faultsIn(page, locale)).toEqual([])
    await picture(page, `landing ${locale}, recomputed`)

    const others = WORDS[other]
    await keys.press('link', others.language)
    await page.waitForURL(`**${others.home}?role=creator`)
    await page.getByRole('heading', { level: 1, name: others.headlines.creator }).waitFor()
    await keys.press('link', others.signUp)
    await page.waitForURL('**/signup?role=creator')
    expect(await page.getByRole('radio', { name: others.roles.creator }).isChecked()).toBe(true)
    const email = newEmail('landing')
    await keys.fill('E-mail', email)
    await keys.fill(others.password, 'fjord lantern of a visitor')
    await keys.toggle(others.terms)
    await keys.press('button', others.signUp)
    expect((await outside.email(email)).subject).toBe(others.mail)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test.for(LOCALES)('in %s, the menu of a phone opens, closes and leads to the sections', async ([locale]) => {
    const { page, context, faults, keys } = await visitLanding(locale, 390)
    const link = page.locator('#menu').getByRole('link', { name: 'Questions' })
    await keys.press('button', 'Menu')
    await link.waitFor()
    expect(await faultsIn(page, locale)).toEqual([])
    await keys.key('Escape')
    await link.waitFor({ state: 'hidden' })
    expect(await focusedName(page)).toBe('Menu')
    await keys.key('Enter')
    await keys.press('link', 'Questions')
    await link.waitFor({ state: 'hidden' })
    await keys.key('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('section')?.id)).toBe('questions')
    expect(faults.found).toEqual([])
    await context.close()
  })
}
