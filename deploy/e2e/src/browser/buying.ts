/** A brand buys credits on Stripe's page in French, using only the keyboard. Covers every payment outcome. */
import { eventually } from '@reelfair/testkit'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

const CARD = {
  good: '4242424242424242',
  immediate: '4000000000000077',
  declined: '4000000000000002',
  secure: '4000002500003155',
  later: 'AT611904300234573201',
  failsLater: 'AT861904300235473202',
} as const

/** Long enough for a webhook and a live update, but shorter than the 30 s after which a screen polls. */
const BOOKED_WITHIN = { timeout: 20_000 }

export function buying(site: Site): void {
  const outside = outsideOf(site)

  function buyerAt(page: Page) {
    const keys = keyboardOf(page)
    return {
      keys,
      shows: (text: string | RegExp) => page.getByText(text).first().waitFor(),
      heading: (sentence: string) => page.getByRole('heading', { level: 3, name: sentence }).waitFor(BOOKED_WITHIN),
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

  test('shows new credits in every tab after a card payment, reports a declined card, and asks a 3-D Secure card to confirm', async () => {
    const { page, context, faults } = await site.visit('brand', { locale: 'fr' })
    const { keys, shows, heading, order, payWith } = buyerAt(page)
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
    await heading('Vos 10 000 crédits sont disponibles.')
    await picture(page, 'purchase, paid')
    await other.page
      .getByText(tile(available + 10_000))
      .first()
      .waitFor(BOOKED_WITHIN)

    await order(/^Growth, 14,00 €/, '14,00 €')
    await payWith(CARD.declined)
    await shows('Votre carte a été refusée.')
    await picture(page, 'Stripe, declined')
    await payWith(CARD.secure)
    await page.getByRole('heading', { name: 'Est-ce bien vous ?' }).waitFor()
    await keys.press('button', 'Refuser')
    await shows(/^Votre moyen de paiement n’a pas pu être authentifié/)
    expect((await creditsOf()).available).toBe(available + 10_000)
    await payWith(CARD.secure)
    await page.getByRole('heading', { name: 'Est-ce bien vous ?' }).waitFor()
    await keys.press('button', 'Confirmer')
    await heading('Vos 50 000 crédits sont disponibles.')
    await other.page
      .getByText(tile(available + 60_000))
      .first()
      .waitFor(BOOKED_WITHIN)

    faults.forget(/status of 402 .*\/checkout\//)
    expect([...faults.found, ...other.faults.found]).toEqual([])
    await context.close()
  })

  test('completes or fails a slow payment without a reload, offers an abandoned order again, and expires a forgotten one', async () => {
    const { page, context, faults } = await site.visit('brand', { locale: 'fr' })
    const { keys, shows, heading, order, payWith } = buyerAt(page)
    // Includes held credits, because the demo's invitation expires during the test and releases its credits.
    const ownedNow = async () => {
      const answer = await context.request.get('/api/payouts/credits')
      const { available, held } = (await answer.json()) as { available: number; held: number }
      return available + held
    }
    const owned = await ownedNow()

    await order(/^Starter, 3,00 €/, '3,00 €')
    await keys.press('link', 'Annuler et revenir en arrière')
    await heading('Vous avez quitté la page de paiement : vous n’avez pas été débité.')
    await picture(page, 'purchase, cancelled')
    await keys.press('button', 'Payer 3,00 €')
    await page.waitForURL(`${outside.url}/checkout/**`)
    await payWith(CARD.immediate)
    await heading('Vos 10 000 crédits sont disponibles.')

    await order(/^Business, 27,00 €/, '27,00 €')
    await page.goto('/brand-dashboard/purchase')

    await order(/^Growth, 14,00 €/, '14,00 €')
    await payWith(CARD.failsLater)
    await heading('Votre paiement de 14,00 € est en cours de traitement.')
    const failing = await site.newTab(context)
    await failing.page.goto(page.url())
    await order(/^Starter, 3,00 €/, '3,00 €')
    await payWith(CARD.later)
    await heading('Votre paiement de 3,00 € est en cours de traitement.')
    await picture(page, 'purchase, pending')
    expect(await ownedNow(), 'a pending payment adds no credits').toBe(owned + 10_000)

    await outside.advance({ days: 4 })
    await heading('Vos 10 000 crédits sont disponibles.')
    await failing.page.getByRole('heading', { level: 3, name: 'Le paiement de 14,00 € a échoué.' }).waitFor(BOOKED_WITHIN)
    await picture(failing.page, 'purchase, failed')
    await shows('Expirée, rien n’a été débité')
    await shows('Échec du paiement, rien n’a été débité')
    expect(await ownedNow()).toBe(owned + 20_000)
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
