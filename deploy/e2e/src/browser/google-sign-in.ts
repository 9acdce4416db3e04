/** People sign up and in with Google's account chooser, using only the keyboard. */
import { expect, test } from 'vitest'
import { faultsIn } from './inspect-page.ts'
import { keyboardOf } from './keyboard.ts'
import { outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

const WORDS = {
  en: { button: 'Continue with Google', title: 'Choose a Google account' },
  fr: { button: 'Continuer avec Google', title: 'Choisissez un compte Google' },
} as const

export function googleSignIn(site: Site): void {
  const outside = outsideOf(site)
  const atGoogle = `${outside.url}/google/authorize?**`

  async function visitLogin(path = '/login', locale: 'en' | 'fr' = 'en') {
    const visit = await site.visit('visitor', { locale })
    await visit.page.goto(path)
    const keys = keyboardOf(visit.page)
    const toGoogle = async () => {
      await keys.press('button', WORDS[locale].button)
      await visit.page.waitForURL(atGoogle)
      await visit.page.getByRole('heading', { level: 1, name: WORDS[locale].title }).waitFor()
    }
    const cookieNames = async () => (await visit.context.cookies(site.url)).map(({ name }) => name)
    return { ...visit, keys, toGoogle, cookieNames }
  }

  test('a new user accepts the Terms, chooses an account and is signed in; the second sign-in needs no further step', async () => {
    const { page, context, faults, keys, toGoogle, cookieNames } = await visitLogin('/signup?role=creator')
    await keys.press('button', 'Continue with Google')
    await page.getByText('Please accept the Terms.').waitFor()
    await picture(page, 'sign-up with Google, Terms missing')
    await keys.toggle(/^I accept the Terms/)
    await toGoogle()
    await picture(page, 'Google, accounts')
    await keys.press('button', /^Nina New/)
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: 'nina@google.reelfair.example' }).waitFor()
    expect(await cookieNames()).toContain('__Host-session')
    expect(await cookieNames()).not.toContain('__Host-oauth')
    const first = await context.request.get('/api/identity/me').then((answer) => answer.json())
    expect(faults.found).toEqual([])
    await context.close()

    const again = await visitLogin('/login?redirect=%2Fbalance')
    await again.toGoogle()
    await again.keys.press('button', /^Nina New/)
    await again.page.waitForURL('**/balance')
    const second = await again.context.request.get('/api/identity/me').then((answer) => answer.json())
    expect(second).toEqual(first)
    expect(again.faults.found).toEqual([])
    await again.context.close()
  })

  test('a new user who starts at sign-in chooses a role and accepts the Terms after Google', async () => {
    const { page, context, faults, keys, toGoogle } = await visitLogin()
    await toGoogle()
    await keys.press('button', /^Una Unconfirmed/)
    await page.getByText('una@google.reelfair.example').waitFor()
    expect(page.url(), 'without the code').toBe(`${site.url}/auth/google`)
    await picture(page, 'return from Google, new user')
    await keys.choose('Brand or agency')
    await keys.press('button', 'Create account')
    await page.getByText('Please accept the Terms.').waitFor()
    await keys.toggle(/^I accept the Terms/)
    await keys.press('button', 'Create account')
    await page.waitForURL('**/brand/form')
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a known user with the same confirmed address is signed in to the same account', async () => {
    const { page, context, faults, keys, toGoogle } = await visitLogin()
    await toGoogle()
    await keys.press('button', /^Casey Creator/)
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: site.emailOf('creator') }).waitFor()
    expect(faults.found).toEqual([])
    await context.close()
    // Connecting Google ended all earlier sessions.
    site.renewSession('creator')
  })

  test('a user disconnects and connects Google on the account page', async () => {
    const { page, context, faults } = await site.visit('creator')
    const keys = keyboardOf(page)
    await page.goto('/account')
    await page.getByText(site.emailOf('creator')).first().waitFor()
    await keys.press('button', 'Disconnect Google')
    await keys.fill('Current password', site.password)
    await picture(page, 'account, disconnecting Google')
    await keys.press('button', 'Disconnect Google')
    await page.getByText('Not connected').waitFor()
    await keys.press('button', 'Connect Google')
    await keys.fill('Current password', site.password)
    await keys.press('button', 'Connect Google')
    await page.waitForURL(atGoogle)
    await keys.press('button', /^Casey Creator/)
    await page.waitForURL('**/account')
    await page.getByText('Connected', { exact: true }).waitFor()
    // Each change ends the old session, which the page may still be using.
    faults.forget(/401 \(Unauthorized\) .*\/api\/identity\//)
    expect(faults.found).toEqual([])
    await context.close()
    site.renewSession('creator')
  })

  test('an address that Google has not confirmed needs the password of the account', async () => {
    const { page, context, faults, keys, toGoogle } = await visitLogin()
    await toGoogle()
    await keys.press('button', /^Bo Brand/)
    await page.getByText('Google hasn’t confirmed brand@demo.reelfair.example.').waitFor()
    await keys.fill('Password', 'fjord lantern of nobody')
    await keys.press('button', 'Connect and sign in')
    await page.getByText('Incorrect e-mail address or password.').waitFor()
    await picture(page, 'return from Google, wrong password')
    await keys.fill('Password', site.password)
    await keys.press('button', 'Connect and sign in')
    await page.waitForURL('**/brand-dashboard')
    faults.forget(/status of 401 .*\/api\/identity\/google\/links/)
    expect(faults.found).toEqual([])
    await context.close()
    site.renewSession('brand')
  })

  test('cancelling and errors lead back, keep role and redirect, and sign nobody in', async () => {
    const { page, context, faults, keys, toGoogle, cookieNames } = await visitLogin('/login?redirect=%2Fbalance')
    await toGoogle()
    await keys.press('button', 'Cancel')
    await page.getByText('You cancelled Google sign-in.').waitFor()
    await picture(page, 'return from Google, cancelled')
    await keys.press('link', 'Back to sign-in')
    await page.waitForURL('**/login?redirect=%2Fbalance')
    await toGoogle()
    await keys.to('combobox', 'After you choose')
    await keys.key('End')
    await keys.press('button', /^Nina New/)
    await page.getByText('Google couldn’t complete the sign-in. Please try again.').waitFor()
    await picture(page, 'return from Google, failed')
    faults.forget(/status of 502 .*\/api\/identity\/google\/callbacks/)
    expect(await cookieNames()).not.toContain('__Host-session')
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('waits for a slow Google, explains why it stops, and refuses a choice that comes too late', async () => {
    const { page, context, faults, keys, toGoogle, cookieNames } = await visitLogin('/login?redirect=%2Fbalance', 'fr')
    const waiting = page.getByText('En attente de la réponse de Google.')
    const chooseSlow = async () => {
      await toGoogle()
      await keys.to('combobox', 'Après votre choix')
      await keys.key('ArrowDown')
      await keys.press('button', /^Casey Creator/)
      await waiting.waitFor()
      expect(page.url(), 'without the code').toBe(`${site.url}/auth/google`)
    }
    await chooseSlow()
    await picture(page, 'return from Google, waiting')
    expect(await faultsIn(page, 'fr')).toEqual([])
    await page.getByText('Google ne répond pas. Veuillez réessayer ou vous connecter avec votre mot de passe.').waitFor()
    expect(await waiting.count()).toBe(0)
    await picture(page, 'return from Google, no answer')
    expect(await faultsIn(page, 'fr')).toEqual([])
    await keys.press('link', 'Retour à la connexion')
    await page.waitForURL('**/login?redirect=%2Fbalance')

    await chooseSlow()
    await page.goBack()
    await page.waitForURL(atGoogle)
    await keys.to('combobox', 'Après votre choix')
    await keys.key('Home')
    await keys.press('button', /^Casey Creator/)
    await page.getByText(/^Cette connexion avec Google a expiré, a déjà été utilisée/).waitFor()
    await picture(page, 'return from Google, used before')
    expect(await cookieNames()).not.toContain('__Host-session')
    await keys.press('link', 'Retour à la connexion')
    await toGoogle()
    await keys.press('button', /^Casey Creator/)
    await page.waitForURL('**/balance')
    faults.forget(/status of (?:503|410) .*\/api\/identity\/google\/callbacks/)
    expect(faults.found).toEqual([])
    await context.close()
    site.renewSession('creator')
  })

  test('a Google account with a new address signs in to the same account, which keeps its own address', async () => {
    const [old, changed] = ['chloe@google.reelfair.example', 'chloe.new@google.reelfair.example']
    const first = await visitLogin('/signup?role=creator')
    const meOf = ({ context }: typeof first) => context.request.get('/api/identity/me').then((answer) => answer.json())
    await first.keys.toggle(/^I accept the Terms/)
    await first.toGoogle()
    await first.keys.press('button', `Chloe Change, ${old}`)
    await first.page.waitForURL('**/dashboard')
    const before = await meOf(first)
    expect(before).toMatchObject({ email: old })
    expect(first.faults.found).toEqual([])
    await first.context.close()

    const again = await visitLogin('/login?redirect=%2Faccount')
    // A sign-in from the same address and browser would not trigger a notification.
    await again.context.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.8' })
    await again.toGoogle()
    await again.keys.press('button', `Chloe Change, ${changed}`)
    await again.page.waitForURL('**/account')
    await again.page.getByText('Connected', { exact: true }).waitFor()
    await again.page.getByText(changed).waitFor()
    expect(await again.page.getByRole('main').getByText(old).count()).toBeGreaterThan(0)
    await picture(again.page, 'account, Google with a new address')
    expect(await faultsIn(again.page, 'en')).toEqual([])
    expect(await meOf(again)).toEqual(before)
    const connection = await again.context.request.get('/api/identity/google/connection').then((answer) => answer.json())
    expect(connection).toMatchObject({ email: changed })
    expect((await outside.email(old)).subject).toMatch(/^New sign-in/)
    expect(again.faults.found).toEqual([])
    await again.context.close()
  })

  test('a return address from another browser signs nobody in', async () => {
    const attacker = await visitLogin()
    await attacker.toGoogle()
    const stolen = attacker.page.waitForRequest((request) => request.url().startsWith(`${site.url}/auth/google?`))
    await attacker.page.route('**/auth/google?**', (route) => route.abort())
    await attacker.keys.press('button', /^Casey Creator/)
    const address = (await stolen).url()
    await attacker.context.close()

    const victim = await visitLogin()
    await victim.page.goto(address)
    await victim.page.getByText(/was started in another browser/).waitFor()
    expect(await victim.cookieNames()).not.toContain('__Host-session')
    victim.faults.forget(/status of 410 .*\/api\/identity\/google\/callbacks/)
    expect(victim.faults.found).toEqual([])
    await victim.context.close()
  })
}
