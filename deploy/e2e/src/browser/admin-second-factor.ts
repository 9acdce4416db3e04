/** A setting requires two-step sign-in for admins, who set it up using only the keyboard. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { authenticatorOf } from './authenticator.ts'
import { faultsIn } from './inspect-page.ts'
import { keyboardOf } from './keyboard.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'
import { waitForLanding } from './wait-for-landing.ts'

const SETTING = 'Connexion en deux étapes pour les administrateurs'

/** Finds rows on the account page whose state text overlaps their link. */
const coveredLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.shell-row')]
      .filter((row) => {
        const [state, link] = ['state', 'link'].map((part) => row.querySelector(`.shell-row-${part}`)?.getBoundingClientRect())
        return state && link && state.right > link.left && state.bottom > link.top && state.top < link.bottom
      })
      .map(({ textContent }) => textContent),
  )

export function adminSecondFactor(site: Site): void {
  const outside = outsideOf(site)
  const email = site.emailOf('admin')

  async function visitAdmin() {
    const { page, context, faults } = await site.visit('visitor', { locale: 'fr' })
    const keys = keyboardOf(page)
    const signIn = async () => {
      await page.goto('/login?redirect=%2Fadmin%2Fsettings')
      await keys.fill('E-mail', email)
      await keys.fill('Mot de passe', site.password)
      await keys.press('button', 'Se connecter')
    }
    const signOut = async () => {
      await keys.press('button', email)
      await keys.press('button', 'Se déconnecter')
      await waitForLanding(page)
    }
    const changeSetting = async (reason: string) => {
      await keys.press('button', `Modifier : ${SETTING}`)
      await page.getByRole('dialog').waitFor()
      await keys.toggle(SETTING)
      await keys.fill('Motif', reason)
      await picture(page, `two-step sign-in of admins, ${reason}`)
      await keys.press('button', 'Enregistrer la modification')
    }
    const shows = (text: string | RegExp) => page.getByText(text).first().waitFor()
    return { page, context, faults, keys, signIn, signOut, changeSetting, shows }
  }

  test('an admin requires two-step sign-in, sets it up before the admin pages open again, and signs in with a code', async () => {
    const { page, context, faults, keys, signIn, signOut, changeSetting, shows } = await visitAdmin()
    const adminLinks = page.getByRole('link', { name: 'Vérifications' })
    const isClosed = async (path = '/admin/settings') => {
      await page.waitForURL(`**/account?redirect=${encodeURIComponent(path)}`)
      await page.getByRole('heading', { name: 'Activez la connexion en deux étapes pour ouvrir les pages d’administration.' }).waitFor()
      expect(await adminLinks.count()).toBe(0)
    }

    await signIn()
    await page.waitForURL('**/admin/settings')
    await changeSetting('Mot de passe volé')
    await isClosed()
    await picture(page, 'account, two-step sign-in required')
    expect(await faultsIn(page, 'fr')).toEqual([])
    for (const path of ['/admin', '/admin/reviews', '/admin/settings', '/admin/brands']) {
      await page.goto(path)
      await isClosed(path)
    }
    const settings = () => context.request.get('/api/identity/admin/settings').then((answer) => answer.json())
    await expect.poll(settings).toMatchObject({ code: 'second_factor_required' })
    await signOut()
    await signIn()
    await isClosed()

    await keys.press('link', 'Configurer la connexion en deux étapes')
    await keys.press('button', 'Activer Connexion en deux étapes')
    await keys.fill('Mot de passe actuel', site.password)
    await keys.press('button', 'Afficher le code QR')
    await page.getByRole('img', { name: /^Code QR pour votre application/ }).waitFor()
    await picture(page, 'account of an admin, QR code')
    const codeIn = await authenticatorOf(page)
    await keys.fill('Code de l’application', await codeIn(0))
    await keys.press('button', 'Activer')
    await shows('Enregistrez vos codes de récupération maintenant.')
    expect(await page.locator('.shell-factor-codes li').count()).toBe(10)
    await picture(page, 'account of an admin, recovery codes')
    expect(await faultsIn(page, 'fr')).toEqual([])
    await page.setViewportSize({ width: 390, height: 900 })
    expect(await coveredLinks(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await keys.press('button', 'J’ai enregistré les codes')
    await page.waitForURL('**/admin/settings')
    await adminLinks.waitFor()
    await page.getByRole('row', { name: SETTING }).getByText('Obligatoire').waitFor()
    expect((await outside.email(email)).subject).toBe('La connexion en deux étapes est activée')
    await signOut()

    await signIn()
    await page.waitForURL('**/second-factor?redirect=%2Fadmin%2Fsettings')
    await picture(page, 'second step of an admin')
    // The app's current code was used to turn on two-step sign-in, so only the next code is unused.
    await keys.fill('Code à six chiffres', await codeIn(30))
    await keys.press('button', 'Se connecter')
    await page.waitForURL('**/admin/settings')
    await page.getByRole('row', { name: SETTING }).getByText('Obligatoire').waitFor()
    await changeSetting('Fin de l’alerte')
    await page.getByRole('row', { name: SETTING }).getByText('Facultatif').waitFor()
    await keys.press('link', 'Journal d’audit')
    for (const reason of ['Mot de passe volé', 'Fin de l’alerte']) await page.getByRole('cell', { name: reason }).waitFor()
    // The pages were still loading data when the admin rights or the session ended.
    faults.forget(/status of 403 .*\/api\/\w+\/admin\//)
    faults.forget(/401 \(Unauthorized\)/)
    expect(faults.found).toEqual([])
    await context.close()
  })
}
