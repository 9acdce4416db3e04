/** People who accepted an earlier version accept or refuse the new Terms at sign-in, using only the keyboard. */
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { onboard } from './getting-paid.ts'
import { keyboardOf } from './keyboard.ts'
import { newCreator } from './new-creator.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

const LIVE_WITHIN = { timeout: 25_000 }
/** A day on which version 1.1 applies to everyone. */
const APPLIES = Date.parse('2026-12-08T12:00:00Z')
const DAY_MS = 86_400_000

/** Makes a user's data look as if they had joined before version 1.1 was published. */
async function joinedEarlier(site: Site, email: string, change: object): Promise<void> {
  const client = await MongoClient.connect(site.local.mongoUri)
  try {
    const users = client.db(`${site.local.dbPrefix}_identity`).collection('users')
    const { modifiedCount } = await users.updateOne({ email }, { $set: { ...change, termsKnown: 0 } })
    expect(modifiedCount).toBe(1)
  } finally {
    await client.close()
  }
}

export function acceptTerms(site: Site): void {
  const outside = outsideOf(site)
  /** Lets at least one night pass, during which users are notified. */
  const passDay = async () => {
    const answer = await fetch(`${site.url}/api/identity/session`)
    const now = Date.parse(answer.headers.get('date') ?? '')
    await outside.advance({ days: Math.max(1, Math.ceil((APPLIES - now) / DAY_MS)) })
  }

  test('a creator refuses the new Terms, and can still transfer the balance and delete the account', async () => {
    const { email, password, page, context, faults, keys, shows, signOut } = await newCreator(site, 'refusing')
    const terms = [{ version: '1.0', acceptedAt: new Date('2026-11-20T12:00:00Z') }]
    await joinedEarlier(site, email, { terms })
    await signOut()
    await passDay()
    const letter = await outside.email(email, 2)
    expect(letter.subject).toBe('New Terms from 7 December 2026')

    await page.goto('/login?redirect=%2Fpublic-campaigns')
    await keys.fill('E-mail', email)
    await keys.fill('Password', password)
    await keys.press('button', 'Sign in')
    await page.waitForURL('**/terms/accept?redirect=%2Fpublic-campaigns')
    await page.getByRole('heading', { level: 1, name: 'New Terms' }).waitFor()
    await keys.press('button', 'Accept and continue')
    await shows('Please accept the Terms.')
    await picture(page, 'new Terms, not ticked')
    await keys.press('link', 'Not now')
    await page.waitForURL('**/dashboard')
    await shows('You haven’t accepted the new Terms. Joining another campaign requires them.')
    await picture(page, 'creator dashboard, new Terms refused')
    await keys.press('link', 'Campaigns')
    await page.waitForURL('**/terms/accept?redirect=%2Fpublic-campaigns')

    const { id } = (await context.request.get('/api/identity/me').then((answer) => answer.json())) as { id: string }
    await outside.fund(100_000)
    await outside.earn(id, 250, 'Fridge door')
    await page.goto('/balance')
    await keys.select('Country of residence', 'France')
    await keys.press('button', 'Set up payout account')
    await page.waitForURL(`${outside.url}/connect/**`)
    await onboard(page, 'complete')
    await page.getByText('Ready for transfers').first().waitFor(LIVE_WITHIN)
    await page.getByRole('heading', { level: 2, name: '€2.50 is available to transfer.' }).waitFor(LIVE_WITHIN)
    await picture(page, 'balance, new Terms refused')
    await keys.press('button', 'Transfer €2.50')
    await page.getByRole('dialog').waitFor()
    await keys.press('button', 'Transfer €2.50')
    await page.getByText('The money is in your payout account.').first().waitFor(LIVE_WITHIN)

    await page.goto('/account')
    await shows('Version 1.0')
    await keys.press('button', 'Delete account Delete account')
    await keys.fill('Type your e-mail address to confirm', email)
    await keys.fill('Current password', password)
    await keys.press('button', 'Delete my account for good')
    await page.getByRole('heading', { level: 1, name: 'Goodbye' }).waitFor(LIVE_WITHIN)
    faults.forget(/status of 401 .*\/api\//)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a brand skips the new Terms, cannot buy credits, accepts them and buys', async () => {
    await joinedEarlier(site, site.emailOf('brand'), { termsVouched: '1.0' })
    const { page, context, faults } = await site.visit('visitor', { locale: 'fr', theme: 'dark' })
    const keys = keyboardOf(page)
    const shows = (text: string | RegExp) => page.getByText(text).first().waitFor()

    await page.goto('/login?redirect=%2Fbrand-dashboard%2Fpurchase')
    await keys.fill('E-mail', site.emailOf('brand'))
    await keys.fill('Mot de passe', site.password)
    await keys.press('button', 'Se connecter')
    await page.waitForURL('**/terms/accept?redirect=%2Fbrand-dashboard%2Fpurchase')
    await shows('Vous aviez accepté la version 1.0.')
    await picture(page, 'new Terms')
    await keys.press('link', 'Pas maintenant')
    await page.waitForURL('**/brand-dashboard')
    await page.goto('/brand-dashboard/purchase')
    await keys.press('button', 'Payer 14,00 € avec Stripe')
    await shows('Veuillez d’abord accepter les Conditions en vigueur.')
    await picture(page, 'purchase, new Terms refused')
    await keys.press('link', 'Lire et accepter')
    await keys.toggle('J’accepte la version 1.1 des Conditions.')
    await keys.press('button', 'Accepter et continuer')
    await page.waitForURL('**/brand-dashboard/purchase')
    await keys.press('button', 'Payer 14,00 € avec Stripe')
    await page.waitForURL(`${outside.url}/checkout/**`)
    await page.goto('/account')
    await shows('Version 1.1')
    await picture(page, 'account, new Terms accepted')
    faults.forget(/status of 403 .*\/api\/payouts\/credit-orders\)/)
    expect(faults.found).toEqual([])
    await context.close()
  })
}
