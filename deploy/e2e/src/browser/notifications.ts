/** People read their notifications and choose which of them also arrive by e-mail, using only the keyboard. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { newCreator } from './new-creator.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

/** Long enough for a live update, but shorter than the 30 s after which a screen polls. */
const LIVE = { timeout: 20_000 }

const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name })
/** Reloads the page, because a checkbox changes before its choice is saved. */
async function expectChoice(page: Page, name: string, isOn: boolean): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.reload()
  await checkbox(page, name).waitFor()
  expect(await checkbox(page, name).isChecked()).toBe(isOn)
}

export function notifications(site: Site): void {
  const outside = outsideOf(site)

  test('a creator reads live notifications, switches their e-mails off and on, and unsubscribes with the link in an e-mail', async () => {
    const { email, password, page, context, faults, keys } = await newCreator(site, 'notified')
    const verify = async (network: string, username: string) => {
      const post = async (path: string, data: object) => {
        const answer = await context.request.post(`/api/verification/accounts${path}`, { data, headers: { origin: site.url } })
        expect(answer.ok(), await answer.text()).toBe(true)
        return (await answer.json()) as { id: string }
      }
      const { id } = await post('', { network, username })
      await post(`/${id}/verification`, {})
    }
    const bell = (unread: number) => (unread === 0 ? 'Notifications' : `Unread notifications: ${unread}`)
    const rings = (unread: number) => page.getByRole('button', { name: bell(unread), exact: true }).waitFor(LIVE)
    const choice = 'E-mails about: Social accounts'

    await page.getByText('Live', { exact: true }).waitFor()
    await rings(0)
    await outside.openSocialAccount('instagram', 'lens.one')
    await verify('instagram', 'lens.one')
    await rings(1)
    // The other accounts do not exist, so their verifications fail.
    await verify('tiktok', 'lens.clips')
    await rings(2)
    const first = await outside.email(email, 2)
    expect(first.subject, 'no e-mail about @lens.one').toBe('TikTok account not verified')
    expect(first.text).toContain('@lens.clips')
    await keys.press('button', bell(2))
    await page.getByText(/^The attempt for @lens\.clips failed\./).waitFor()
    await picture(page, 'bell, unread')
    await keys.press('link', 'See your accounts')
    await page.waitForURL('**/profile?network=tiktok')
    await rings(1)
    await keys.press('button', bell(1))
    await keys.press('button', 'Mark all as read')
    await rings(0)
    await keys.press('link', 'All notifications')
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    await page.getByText('You can join campaigns with @lens.one.').waitFor()
    await picture(page, 'notifications')

    await keys.press('link', 'Choose your e-mails')
    await page.waitForURL('**/account#notifications')
    await keys.toggle(choice)
    await expectChoice(page, choice, false)
    await picture(page, 'notification choices')
    await verify('instagram', 'lens.two')
    await rings(1)
    await keys.toggle(choice)
    await expectChoice(page, choice, true)
    await verify('instagram', 'lens.three')
    await rings(2)
    const letter = await outside.email(email, 3)
    expect(letter.text, 'no e-mail about @lens.two').toContain('@lens.three')

    const reader = await site.visit('visitor', { locale: 'fr', theme: 'dark' })
    // A sign-in from the creator’s own address and browser would not trigger a notification.
    await reader.context.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' })
    const readerKeys = keyboardOf(reader.page)
    await reader.page.goto(letter.links.find((link) => link.includes('/unsubscribe/')) ?? expect.unreachable('no link to unsubscribe'))
    await reader.page.getByText('Appuyez sur le bouton').waitFor()
    await picture(reader.page, 'unsubscribe')
    await expectChoice(page, choice, true)
    await readerKeys.press('button', 'Se désinscrire')
    await reader.page.getByText('Vous ne recevrez plus d’e-mails concernant « Comptes sur les réseaux sociaux ».').waitFor()
    await picture(reader.page, 'unsubscribed')
    await expectChoice(page, choice, false)
    await verify('tiktok', 'lens.shorts')
    await rings(3)

    await readerKeys.press('link', 'Choisir vos notifications')
    await readerKeys.fill('E-mail', email)
    await readerKeys.fill('Mot de passe', password)
    await readerKeys.press('button', 'Se connecter')
    await reader.page.waitForURL('**/account#notifications')
    expect((await outside.email(email, 4)).subject).toMatch(/^(?:New sign-in|Nouvelle connexion)/)
    const undo = 'E-mails : Comptes sur les réseaux sociaux'
    await readerKeys.toggle(undo)
    await expectChoice(reader.page, undo, true)
    await picture(reader.page, 'notification choices, undone')
    await verify('tiktok', 'lens.loops')
    expect((await outside.email(email, 5)).text, 'no e-mail about @lens.shorts').toContain('@lens.loops')
    await rings(5)

    expect([...faults.found, ...reader.faults.found]).toEqual([])
    await Promise.all([context.close(), reader.context.close()])
  })
}
