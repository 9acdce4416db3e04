/** A visitor of a creator's public page becomes a brand, buys credits and books the creator, in two windows. */
import { expect, test } from 'vitest'
import { CAPTION, LINK, LOGO } from '../journey/invite-creator.ts'
import { showWindowsOnFailure } from '../journey/open-journey.ts'
import { click, fill, LIVE, shows } from '../journey/page-steps.ts'
import { buyGrowth, newPerson, registerBrand, signUp, signUpHere, verifyAccount } from '../journey/people.ts'
import { sandboxPages } from '../journey/sandbox-pages.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

const USERNAME = 'mia.cuisine'

export function collabBooking(site: Site): void {
  const outside = outsideOf(site)

  test('keeps a visitor’s booking through sign-up, registration and purchase, and brings it to the creator', async () => {
    const v = await site.visit('visitor')
    const c = await site.visit('visitor', { locale: 'fr', width: 390 })
    const world = sandboxPages((await site.visit('visitor')).page, outside)
    showWindowsOnFailure(v)
    const brand = newPerson('brand', 'oats')
    const slider = v.page.getByRole('slider', { name: 'Your budget' })
    const onward = () => click(v.page, 'button', 'Continue')

    // —— A creator signs up, verifies an account and switches its page on ——
    await signUp(c.page, outside, newPerson('creator', 'mia'), 'fr')
    await c.page.waitForURL('**/dashboard')
    await world.createAccount(USERNAME)
    await verifyAccount(c.page, world, USERNAME)
    await v.page.goto(`/collab/${USERNAME}`)
    await shows(v.page, 'Page unavailable')
    v.faults.forget(/status of 404 .*\/collab\//)
    await click(c.page, 'button', `Configurer la page publique de @${USERNAME}`)
    await click(c.page, 'button', 'Activer la page')
    await shows(c.page, 'Votre page publique est activée.')

    // —— A visitor chooses a budget and is asked to sign up as a brand ——
    await v.page.goto(`/collab/${USERNAME}`)
    await slider.fill('25')
    await shows(v.page, 'Only brands can book.')
    await picture(v.page, 'collab, visitor')
    await click(v.page, 'button', 'Continue as a brand')
    await shows(v.page, /^Please sign in first/)
    await picture(v.page, 'collab, sign in first')
    await click(v.page, 'link', 'Sign up as a brand')
    await v.page.getByRole('heading', { level: 1, name: 'Sign up' }).waitFor(LIVE)
    await signUpHere(v.page, outside, brand, 'en')
    await registerBrand(v.page, 'Oat and Co')

    // —— The new brand is back with its budget, and continues ——
    await v.page.waitForURL(`**/collab/${USERNAME}?budget=25#book`)
    await slider.waitFor(LIVE)
    expect(await slider.getAttribute('aria-valuetext')).toBe('€25')
    await picture(v.page, 'collab, back as a brand')
    await onward()
    await v.page.locator('input[type=file]').setInputFiles(LOGO)
    await shows(v.page, 'Exact size')
    await picture(v.page, 'collab, logo')
    await onward()
    await fill(v.page, 'Link in the creator’s bio', LINK)
    await fill(v.page, 'Caption', CAPTION)
    await v.page.getByLabel(/^I accept the partnership terms/).check()
    await picture(v.page, 'collab, credits missing')

    // —— It buys the missing credits in another tab; the summary follows by itself ——
    const [shop] = await Promise.all([v.context.waitForEvent('page'), click(v.page, 'link', /^Buy 23,809 more credits/)])
    await buyGrowth(shop, outside, brand.email)
    await shop.close()
    await v.page.bringToFront()
    await shows(v.page, '26,191')
    await picture(v.page, 'collab, summary')

    // —— The invitation reaches the creator, who reads that it is for 30 days and accepts ——
    await click(v.page, 'button', 'Confirm and send the invitation')
    await shows(v.page, `Your invitation is with @${USERNAME},`)
    await picture(v.page, 'collab, sent')
    await shows(c.page, /^Jusqu’à 4,76\s€ pour 23\s809 vues qualifiées/)
    await c.page
      .getByRole('button', { name: /^Accepter l’invitation/ })
      .first()
      .click()
    const dialog = c.page.getByRole('dialog')
    await dialog.getByText(CAPTION).waitFor(LIVE)
    await dialog.getByText(/entre le .* et le /).waitFor(LIVE)
    await picture(c.page, 'collab, creator, invitation')
    await dialog.getByRole('button', { name: 'Accepter', exact: true }).click()
    await dialog.getByText('Votre partenariat avec Oat and Co est conclu').waitFor(LIVE)
    await shows(v.page, `@${USERNAME} has accepted.`)
    await picture(v.page, 'collab, accepted')
    const { items } = await (await v.context.request.get('/api/partnerships/partnerships')).json()
    const [{ startsAt, endsAt }] = items
    expect((Date.parse(endsAt) - Date.parse(startsAt)) / 86_400_000).toBeCloseTo(30, 1)
    // The session of the visitor did not exist yet.
    v.faults.forget(/401 \(Unauthorized\)/)
    for (const { faults, context } of [v, c]) {
      expect(faults.found).toEqual([])
      await context.close()
    }
  })
}
