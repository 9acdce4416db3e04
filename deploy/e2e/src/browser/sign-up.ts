/** People sign up, confirm their address, sign in and sign out, using only the keyboard. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { type Outside, outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'
import { waitForLanding } from './wait-for-landing.ts'

const SESSION_ENDS_WITHIN = { timeout: 15_000 }

const newPerson = (name: string) => ({
  email: `${name}.${randomBytes(4).toString('hex')}@people.example`,
  password: `fjord lantern ${randomBytes(6).toString('hex')}`,
})

/** Matches console messages about the requests that these tests expect to fail. */
const REFUSED = /status of 4\d\d .*\/api\/identity\/(?:users|sessions|confirmations|confirmations\/resend|link-checks|brand)\)/

/**
 * Signs a person up through the API.
 * @returns the person and the link in the confirmation e-mail
 */
async function signedUpElsewhere(site: Site, outside: Outside, role: 'creator' | 'brand') {
  const person = newPerson(role)
  const answer = await fetch(`${site.url}/api/identity/users`, {
    method: 'POST',
    headers: { origin: site.url, 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, role, termsAccepted: true }),
  })
  expect(answer.status, await answer.text()).toBe(201)
  const [link = ''] = (await outside.email(person.email)).links
  return { ...person, link }
}

export function signUp(site: Site): void {
  const outside = outsideOf(site)

  test('a creator signs up and confirms with the newest e-mail; each wrong entry and expired link explains what to do next', async () => {
    const { page, context, faults } = await site.visit('visitor')
    const keys = keyboardOf(page)
    const shows = (text: string | RegExp) => page.getByText(text).first().waitFor()
    const { email, password } = newPerson('creator')

    await page.goto('/')
    await keys.press('link', 'I’m a creator')
    await page.waitForURL('**/?role=creator')
    await keys.press('link', 'Sign up as a creator')
    await page.waitForURL('**/signup?role=creator')
    await keys.press('button', 'Sign up')
    await shows('Enter an e-mail address, for example anna@example.com.')
    await shows('Enter 6 to 128 characters.')
    await picture(page, 'sign-up, invalid')
    await keys.fill('E-mail', site.emailOf('creator'))
    await keys.fill('Password', 'password')
    await keys.press('button', 'Sign up')
    await shows('Please accept the Terms.')
    await keys.toggle(/^I accept the Terms/)
    await keys.press('button', 'Sign up')
    await shows('This password is too common. Please choose another one.')
    await keys.fill('Password', password)
    await keys.press('button', 'Sign up')
    await shows('An account with this email already exists.')
    await keys.fill('E-mail', email)
    await keys.press('button', 'Sign up')

    await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor()
    await shows(email)
    await shows('You’re signed in and can add your social accounts.')
    expect(await page.getByRole('button', { name: 'Send it again' }).isDisabled()).toBe(true)
    await picture(page, 'waiting for the mail')
    const first = await outside.email(email)
    expect(first.subject).toBe('Confirm your e-mail address')

    // Only the correct password reveals why signing in fails.
    const signIn = async (secret: string) => {
      await page.goto('/login')
      await keys.fill('E-mail', email)
      await keys.fill('Password', secret)
      await keys.key('Enter')
    }
    await signIn('fjord lantern and some more')
    await shows('Incorrect e-mail address or password.')
    await signIn(password)
    await shows('This e-mail address isn’t confirmed yet. Open the link in our e-mail, or ask for a new one.')
    await picture(page, 'sign-in, unconfirmed')
    await outside.advance({ seconds: 61 })
    await keys.press('button', 'Send a new e-mail')
    await keys.press('button', 'Send it again')
    await shows('If this address still needs to be confirmed, a new e-mail is on its way.')
    const second = await outside.email(email, 2)
    await signIn(password)
    await keys.press('button', 'Send a new e-mail')
    await keys.press('button', 'Send it again')
    await shows(/^An e-mail was requested a moment ago\. You can request another one in \d+\ss\.$/)
    await shows(/^Try again in \d+ s$/)

    const open = async ([link = '']: readonly string[]) => {
      // The token follows `#`, so the browser does not reload the page for another token.
      await page.goto('about:blank')
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: 'Confirm your e-mail address' }).waitFor()
    }
    const isDead = async () => {
      await shows('This link no longer works.')
      await shows('This link has already been used, was replaced by a newer one, or is more than 24 hours old.')
    }
    await open(first.links)
    await isDead()
    await picture(page, 'confirmation, expired link')
    await keys.press('link', 'Send a new e-mail')
    await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor()

    await open(second.links)
    await picture(page, 'confirmation')
    expect(
      (await context.cookies()).map(({ name }) => name),
      'opening the link alone changes nothing',
    ).toEqual(['__Host-locale'])
    await keys.press('button', 'Confirm and sign in')
    await shows('Enter your password.')
    await keys.fill('Password', 'fjord lantern and some more')
    await keys.key('Enter')
    await shows('Incorrect password. Did someone else sign up with your address?')
    await picture(page, 'confirmation, wrong password')
    await keys.fill('Password', password)
    await keys.press('button', 'Confirm and sign in')
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { name: 'Public campaigns' }).waitFor()
    await picture(page, 'creator dashboard, first time')
    await open(second.links)
    await isDead()

    await page.goto('/')
    await page.waitForURL('**/dashboard')
    // Waits, because the dashboard moves the focus to its heading when it appears.
    await page.getByRole('heading', { name: 'Public campaigns' }).waitFor()
    await keys.press('button', email)
    await keys.press('button', 'Sign out')
    await waitForLanding(page)
    // The dashboard still had pending requests when the session ended.
    faults.forget(/401 \(Unauthorized\)/)
    await page.goto('/login')
    await keys.press('button', 'Sign in')
    await shows('Enter your e-mail address.')
    await shows('Enter your password.')
    await keys.fill('E-mail', email)
    await keys.fill('Password', password)
    await keys.key('Enter')
    await page.waitForURL('**/dashboard')
    faults.forget(REFUSED)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a person whose address was used by a stranger signs up again and becomes the only owner of the account', async () => {
    const stranger = await signedUpElsewhere(site, outside, 'brand')
    const { page, context, faults } = await site.visit('visitor')
    const keys = keyboardOf(page)
    const own = 'fjord lantern of the owner'
    await page.goto(stranger.link)
    await keys.fill('Password', own)
    await keys.press('button', 'Confirm and sign in')
    await page.getByText('Did someone else sign up with your address?').waitFor()
    await keys.press('link', 'Sign up again')
    await page.getByRole('heading', { level: 1, name: 'Sign up' }).waitFor()
    await keys.fill('E-mail', stranger.email)
    await keys.fill('Password', own)
    await keys.toggle(/^I accept the Terms/)
    await keys.press('button', 'Sign up')
    await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor()
    await outside.advance({ seconds: 61 })
    const [link = ''] = (await outside.email(stranger.email, 2)).links
    await page.goto(link)
    await keys.fill('Password', stranger.password)
    await keys.press('button', 'Confirm and sign in')
    await page.getByText('Did someone else sign up with your address?').waitFor()
    await keys.fill('Password', own)
    await keys.press('button', 'Confirm and sign in')
    await page.waitForURL('**/dashboard')
    faults.forget(REFUSED)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a brand signs up in French, completes its profile, and continues to the page it wanted', async () => {
    const { page, context, faults } = await site.visit('visitor', { locale: 'fr' })
    const keys = keyboardOf(page)
    const shows = (text: string | RegExp) => page.getByText(text).first().waitFor()
    const { email, password } = newPerson('marque')

    await page.goto('/')
    await keys.press('link', 'Commencer avec 10 000 vues pour 3 €')
    await page.getByRole('heading', { level: 1, name: 'Créer un compte' }).waitFor()
    await keys.press('button', 'Créer un compte')
    await shows('Saisissez une adresse e-mail, par exemple anna@example.com.')
    await shows('Saisissez entre 6 et 128 caractères.')
    await keys.fill('E-mail', email)
    await keys.fill('Mot de passe', password)
    await keys.toggle(/^J’accepte les Conditions/)
    await keys.press('button', 'Créer un compte')
    await page.getByRole('heading', { level: 1, name: 'Consultez vos e-mails' }).waitFor()
    const letter = await outside.email(email)
    expect(letter.subject).toBe('Confirmez votre adresse e-mail')
    const [link = ''] = letter.links
    await page.goto(link)
    await keys.fill('Mot de passe', password)
    await keys.press('button', 'Confirmer et se connecter')

    await page.waitForURL('**/brand/form?redirect=%2Fbrand-dashboard%2Fpurchase%3Fpackage%3Dstarter')
    await page.getByRole('heading', { level: 1, name: 'Votre marque' }).waitFor()
    await picture(page, 'registration')
    await keys.fill(/^E-mail professionnel/, '')
    await keys.press('button', 'Enregistrer et continuer')
    await shows('Saisissez le nom de votre marque.')
    await shows('Saisissez le prénom du contact.')
    await shows('Saisissez le nom du contact.')
    await shows('Saisissez une adresse e-mail, par exemple anna@example.com.')
    await shows('Vous devez accepter les Conditions et la politique de confidentialité.')
    await keys.fill(/^Nom de la marque/, 'Maison Olmo')
    await keys.fill(/^Prénom/, 'Ida')
    await keys.fill('Nom', 'Roth')
    await keys.fill(/^E-mail professionnel/, 'ida@olmo.example')
    await keys.select(/^Pays et indicatif/, 'Allem')
    await keys.fill(/^Téléphone/, '123')
    await keys.toggle(/^J’accepte les Conditions/)
    await keys.press('button', 'Enregistrer et continuer')
    await shows('Ce numéro n’est pas valide pour ce pays. Vérifiez les chiffres ou laissez le champ vide.')
    await picture(page, 'registration, invalid')
    await keys.fill(/^Téléphone/, '030 901820')
    await keys.press('button', 'Enregistrer et continuer')
    await page.waitForURL('**/brand-dashboard/purchase?package=starter')
    await shows('Inscription terminée avec succès !')
    const saved = await context.request.get('/api/identity/brand').then((answer) => answer.json())
    expect(saved).toMatchObject({ brandName: 'Maison Olmo', contactPhone: '+49 30901820', complete: true })
    // The purchase page loads separately and may still be loading.
    await page.getByRole('link', { name: 'Retour aux campagnes' }).waitFor()
    await keys.press('link', 'Retour aux campagnes')
    await shows('Vous n’avez pas encore de crédits de vues.')
    await picture(page, 'brand dashboard, first time')
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('signs in all tabs of a browser after confirmation, and never shows another person’s page', async () => {
    const creator = await signedUpElsewhere(site, outside, 'creator')
    const brand = await signedUpElsewhere(site, outside, 'brand')
    const { page, context, faults } = await site.visit('visitor')
    await page.goto('/login')
    const second = await site.newTab(context)
    await second.page.goto(creator.link)
    const keys = keyboardOf(second.page)
    await keys.fill('Password', creator.password)
    await keys.press('button', 'Confirm and sign in')
    await second.page.waitForURL('**/dashboard')
    await page.reload()
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: creator.email }).waitFor()

    await second.page.goto('about:blank')
    await second.page.goto(brand.link)
    await keys.fill('Password', brand.password)
    await keys.press('button', 'Confirm and sign in')
    await second.page.waitForURL('**/brand/form')
    await page
      .getByText('Your session has ended.')
      .or(page.getByRole('button', { name: brand.email }))
      .first()
      .waitFor(SESSION_ENDS_WITHIN)
    expect(await page.getByText(creator.email).count()).toBe(0)
    await page.goto('/dashboard')
    await page.waitForURL('**/brand/form')
    // Logo requests from the first tab fail, because the session now belongs to a brand without a profile.
    faults.forget(/status of 403 .*\/api\/campaigns\/media\//)
    expect([...faults.found, ...second.faults.found]).toEqual([])
    await context.close()
  })
}
