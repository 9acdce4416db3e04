/** A brand buys credits on Stripe's page, in French and by keyboard alone: each way in which a payment ends. */
import { eventually } from '@reelfair/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

const CARD = {
  good: '4242424242424242',
  atOnce: '4000000000000077',
  declined: '4000000000000002',
  secure: '4000002500003155',
  later: 'AT611904300234573201',
  failsLater: 'AT861904300235473202',
} as const

/** By the provider's message and a live update; a screen without one asks again only after 30 s. */
const BOOKED_WITHIN = { timeout: 20_000 }

export function buying(site: Site): void {
  const outside = outsideOf(site)

  /** What a brand does on either side of the way to Stripe. */
  function buyerAt(page: Page) {
    const keys = keyboardOf(page)
    return {
      keys,
      says: (text: string | RegExp) => page.getByText(text).first().waitFor(),
      standing: (sentence: string) => page.getByRole('heading', { level: 3, name: sentence }).waitFor(BOOKED_WITHIN),
      order: async (name: RegExp, price: string) => {
        await page.goto('/brand-dashboard/purchase')
        await page.getByRole('heading', { level: 2, name: 'Acheter des crédits' }).waitFor()
        await keys.choose(name)
        await keys.press('button', `Payer ${price} avec Stripe`)
        await page.waitForURL(`${outside.url}/checkout/**`)
      },
      payWith: async (card: string) => {
        await keys.fill('E-mail', 'compta@olmo.example')
        await keys.fill('Numéro de carte ou IBAN', card)
        await keys.fill('Nom du titulaire', 'Ida Roth')
        await keys.press('button', /^Payer \d/)
      },
    }
  }

  test('a card pays, and every tab shows the credits; a refused one says so, and a secure one is asked for', async () => {
    const { page, context, faults } = await site.visit('brand', { locale: 'fr' })
    const { keys, says, standing, order, payWith } = buyerAt(page)
    const creditsOf = async () =>
      (await context.request.get('/api/payouts/credits').then((answer) => answer.json())) as { available: number }
    const { available } = await creditsOf()
    const tile = (credits: number) => new Intl.NumberFormat('fr-FR').format(credits)

    const other = await site.newTab(context)
    await other.page.goto('/brand-dashboard')
    await other.page.getByText(tile(available)).first().waitFor()
    await other.page.getByText('En direct', { exact: true }).waitFor()

    await page.goto('/brand-dashboard')
    await keys.press('link', 'Acheter des crédits')
    await page.waitForURL('**/brand-dashboard/purchase')
    await picture(page, 'purchase')
    await order(/^Starter, 3,00 €/, '3,00 €')
    await picture(page, 'Stripe, payment')
    await payWith(CARD.good)
    await page.waitForURL('**/brand-dashboard/purchase?order=*')
    await standing('10 000 crédits sont à vous.')
    await picture(page, 'purchase, paid')
    await other.page
      .getByText(tile(available + 10_000))
      .first()
      .waitFor(BOOKED_WITHIN)

    await order(/^Growth, 14,00 €/, '14,00 €')
    await payWith(CARD.declined)
    await says('Votre carte a été refusée.')
    await picture(page, 'Stripe, declined')
    await payWith(CARD.secure)
    await page.getByRole('heading', { name: 'Est-ce bien vous ?' }).waitFor()
    await keys.press('button', 'Refuser')
    await says(/^Votre moyen de paiement n’a pas pu être authentifié/)
    expect((await creditsOf()).available).toBe(available + 10_000)
    await payWith(CARD.secure)
    await page.getByRole('heading', { name: 'Est-ce bien vous ?' }).waitFor()
    await keys.press('button', 'Confirmer')
    await standing('50 000 crédits sont à vous.')
    await other.page
      .getByText(tile(available + 60_000))
      .first()
      .waitFor(BOOKED_WITHIN)

    faults.forget(/status of 402 .*\/checkout\//)
    expect([...faults.found, ...other.faults.found]).toEqual([])
    await context.close()
  })

  test('a payment that takes days comes or fails by itself; who leaves Stripe’s page finds the order again, and one that is forgotten expires', async () => {
    const { page, context, faults } = await site.visit('brand', { locale: 'fr' })
    const { keys, says, standing, order, payWith } = buyerAt(page)
    // Held ones too: the demo's invitation expires while days pass, and gives its credits back.
    const ownedNow = async () => {
      const answer = await context.request.get('/api/payouts/credits')
      const { available, held } = (await answer.json()) as { available: number; held: number }
      return available + held
    }
    const owned = await ownedNow()

    await order(/^Starter, 3,00 €/, '3,00 €')
    await keys.press('link', 'Annuler et revenir')
    await standing('Vous avez quitté la page de paiement : rien n’a été débité.')
    await picture(page, 'purchase, cancelled')
    await keys.press('button', 'Payer 3,00 €')
    await page.waitForURL(`${outside.url}/checkout/**`)
    await payWith(CARD.atOnce)
    await standing('10 000 crédits sont à vous.')

    await order(/^Business, 27,00 €/, '27,00 €')
    await page.goto('/brand-dashboard/purchase')

    await order(/^Growth, 14,00 €/, '14,00 €')
    await payWith(CARD.failsLater)
    await standing('Votre paiement de 14,00 € est en route.')
    const failing = await site.newTab(context)
    await failing.page.goto(page.url())
    await order(/^Starter, 3,00 €/, '3,00 €')
    await payWith(CARD.later)
    await standing('Votre paiement de 3,00 € est en route.')
    await picture(page, 'purchase, on its way')
    expect(await ownedNow(), 'what is on its way is not booked').toBe(owned + 10_000)

    await outside.advance({ days: 4 })
    await standing('10 000 crédits sont à vous.')
    await failing.page.getByRole('heading', { level: 3, name: 'Le paiement de 14,00 € n’est pas arrivé.' }).waitFor(BOOKED_WITHIN)
    await picture(failing.page, 'purchase, failed')
    await says('Expirée, rien de débité')
    await says('Paiement échoué, rien de débité')
    expect(await ownedNow()).toBe(owned + 20_000)
    // Booked once each, as the statement says.
    const { items } = (await context.request.get('/api/payouts/credits/statement').then((answer) => answer.json())) as {
      items: { reason: string; available: number }[]
    }
    expect(items.filter(({ reason }) => reason === 'purchase').map((line) => line.available)).toEqual([10_000, 10_000, 50_000, 10_000])

    await keys.press('link', 'Choisir un autre forfait')
    await keys.press('link', 'Retour aux campagnes')
    await eventually(() => expect(new URL(page.url()).pathname).toBe('/brand-dashboard'))
    expect([...faults.found, ...failing.faults.found]).toEqual([])
    await context.close()
  })
}
