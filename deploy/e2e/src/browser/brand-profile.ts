/** A brand adds its company details and its logo, using only the keyboard. */
import { logoPng } from '@reelfair/testkit/logo'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

const PURCHASE = '/brand-dashboard/purchase?package=starter'

export function brandProfile(site: Site): void {
  test('the purchase asks for the company details once, and the brand may go back or skip them', async () => {
    const { page, context, faults } = await site.visit('brand', { theme: 'dark' })
    const keys = keyboardOf(page)
    const questionOn = (one: Page) => one.getByRole('complementary', { name: 'Future invoices will need your company details.' })
    const question = questionOn(page)
    const expectNoQuestion = async (one: Page, load: () => Promise<unknown>) => {
      await Promise.all([one.waitForResponse('**/api/identity/brand/company'), load()])
      await one.getByRole('button', { name: 'Pay €3.00 with Stripe' }).waitFor()
      expect(await questionOn(one).count()).toBe(0)
    }

    await page.goto(PURCHASE)
    await question.waitFor()
    await picture(page, 'purchase, question about the company')
    await keys.press('link', 'Add company details')
    await page.waitForURL('**/brand/profile?redirect=*')
    await page.getByRole('button', { name: 'Save company details' }).waitFor()
    await picture(page, 'brand profile, empty')
    await keys.press('link', 'Back without saving')
    await page.waitForURL(`**${PURCHASE}`)
    await question.waitFor()
    await keys.press('button', 'Not now')
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pay €3.00 with Stripe' }).waitFor()
    await expectNoQuestion(page, () => page.reload())
    expect(faults.found).toEqual([])
    await context.close()
    const other = await site.visit('brand')
    await expectNoQuestion(other.page, () => other.page.goto(PURCHASE))
    await other.context.close()
  })

  test('a French brand corrects its numbers, returns to the purchase, moves, and uploads and removes a logo', async () => {
    const { page, context, faults } = await site.visit('brand', { locale: 'fr' })
    const keys = keyboardOf(page)
    const shows = (text: string | RegExp) => page.getByText(text).first().waitFor()
    const declarations = page.getByRole('table', { name: 'Vos déclarations' }).getByRole('row').filter({ hasText: 'Olmo Cycles' })

    await page.goto(`/brand/profile?redirect=${encodeURIComponent(PURCHASE)}`)
    await keys.press('button', 'Enregistrer les informations légales')
    await shows('Saisissez la dénomination sociale.')
    await shows('Choisissez la forme juridique.')
    await keys.fill('Dénomination sociale', 'Olmo Cycles SAS')
    await keys.select('Forme juridique', 'SAS')
    await keys.fill(/^Numéro d’immatriculation/, '732 829 321')
    await keys.fill(/^Numéro de TVA/, 'FR45732829320')
    await keys.fill('Adresse', '1 rue des Alpes')
    await keys.fill('Code postal', '7501')
    await keys.fill('Ville', 'Paris')
    await keys.press('button', 'Enregistrer les informations légales')
    await shows('Ce numéro SIREN (9 chiffres) ou SIRET (14 chiffres) n’est pas valide. Vérifiez les chiffres.')
    await shows('Ce numéro de TVA n’est pas valide pour ce pays. Vérifiez-le ou laissez le champ vide.')
    await shows('Ce code postal n’est pas valide pour ce pays.')
    await picture(page, 'brand profile, wrong numbers')
    await keys.fill(/^Numéro d’immatriculation/, '732 829 320')
    await keys.fill(/^Numéro de TVA/, 'FR44732829320')
    await keys.fill('Code postal', '75011')
    await keys.press('button', 'Enregistrer les informations légales')
    await page.waitForURL(`**${PURCHASE}`)
    await shows('Informations légales enregistrées.')
    await page.getByRole('button', { name: 'Payer 3,00 € avec Stripe' }).waitFor()

    await keys.press('button', 'Demo Brand')
    await keys.press('link', 'Profil de la marque')
    await page.waitForURL('**/brand/profile')
    await declarations.first().waitFor()
    await keys.fill('Adresse', '2 quai de Jemmapes')
    await keys.fill('Code postal', '75010')
    await keys.press('button', 'Enregistrer les informations légales')
    await declarations.nth(1).waitFor()
    const [newest, oldest] = await declarations.allTextContents()
    expect(newest).toMatch(/Olmo Cycles SAS, SAS, 732829320, FR44732829320, 2 quai de Jemmapes, 75010 Paris, France/)
    expect(oldest).toContain('1 rue des Alpes, 75011 Paris, France')

    const upload = async (name: string, buffer: Buffer, mimeType = 'image/png') => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keys.press('button', 'Choisir un fichier')])
      await chooser.setFiles({ name, mimeType, buffer })
    }
    await upload('olmo.svg', Buffer.from('<svg/>'), 'image/svg+xml')
    await shows('Choisissez une image PNG, JPEG ou WebP non animée.')
    await upload('olmo.png', logoPng(90, 90))
    await shows('Cette image mesure 90 × 90 px. Chaque côté doit mesurer entre 128 et 1 024 px.')
    await picture(page, 'brand profile, logo too small')
    await upload('olmo.png', logoPng(256, 256))
    await shows('Logo enregistré.')
    await page.getByRole('img', { name: 'Demo Brand' }).first().waitFor()
    await picture(page, 'brand profile, complete')
    await keys.press('button', 'Supprimer le logo')
    await page.getByRole('dialog').waitFor()
    await keys.press('button', 'Supprimer le logo')
    await shows('Logo supprimé.')
    const logos = page.getByRole('table', { name: 'Vos déclarations' }).getByRole('row').filter({ hasText: /Logo/ })
    await logos.nth(1).waitFor()
    expect(await logos.allTextContents()).toEqual([expect.stringContaining('Supprimé'), expect.stringContaining('Enregistré')])
    faults.forget(/status of 4\d\d .*\/api\/identity\/brand\/logo\)/)
    expect(faults.found).toEqual([])
    await context.close()
  })
}
