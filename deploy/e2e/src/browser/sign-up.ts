/** The door, by keyboard alone: opening an account, confirming it, going in and out. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'
import { type Outside, outsideOf } from './outside.ts'
import { picture } from './picture.ts'
import type { Site } from './site.ts'

const SESSION_ENDS_WITHIN = { timeout: 15_000 }

const newPerson = (name: string) => ({
  email: `${name}.${randomBytes(4).toString('hex')}@people.example`,
  password: `fjord lantern ${randomBytes(6).toString('hex')}`,
})

/** Refusals of the services that the walk provokes; the browser's console notes each. */
const REFUSED = /status of 4\d\d .*\/api\/identity\/(?:users|sessions|confirmations|confirmations\/resend|brand)\)/

/** An account that waits for its mail. @returns the link */
async function signedUpElsewhere(site: Site, outside: Outside, role: 'creator' | 'brand') {
  const person = newPerson(role)
  const answer = await fetch(`${site.url}/api/identity/users`, {
    method: 'POST',
    headers: { origin: site.url, 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, role, termsAccepted: true }),
  })
  expect(answer.status, await answer.text()).toBe(201)
  const [link = ''] = (await outside.letter(person.email)).links
  return { ...person, link }
}

export function signUp(site: Site): void {
  const outside = outsideOf(site)

  test('a creator signs up, confirms by the newest mail and is in; each wrong entry and each dead link says what to do next', async () => {
    const { page, context, faults } = await site.visit('visitor')
    const keys = keyboardOf(page)
    const says = (text: string | RegExp) => page.getByText(text).first().waitFor()
    const { email, password } = newPerson('creator')

    await page.goto('/')
    await keys.choose('I’m a creator')
    await keys.press('link', 'Open an account as a creator')
    await page.waitForURL('**/signup?role=creator')
    await keys.press('button', 'Open an account')
    await says('Enter an e-mail address, for example anna@example.com.')
    await says('Enter 6 to 128 characters.')
    await picture(page, 'sign-up, wrong')
    await keys.fill('E-mail', site.emailOf('creator'))
    await keys.fill('Password', 'password')
    await keys.press('button', 'Open an account')
    await says('Please accept the Terms.')
    await keys.toggle(/^I accept the Terms/)
    await keys.press('button', 'Open an account')
    await says('This password is among the most common ones. Please choose another.')
    await keys.fill('Password', password)
    await keys.press('button', 'Open an account')
    await says('An account with this email already exists.')
    await keys.fill('E-mail', email)
    await keys.press('button', 'Open an account')

    await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor()
    await says(email)
    await says('You are logged in and can add your social accounts.')
    expect(await page.getByRole('button', { name: 'Send it again' }).isDisabled()).toBe(true)
    await picture(page, 'waiting for the mail')
    const first = await outside.letter(email)
    expect(first.subject).toBe('Confirm your e-mail address')

    // Nobody is in before the address is confirmed, and only who knows the password is told why.
    const logIn = async (secret: string) => {
      await page.goto('/login')
      await keys.fill('E-mail', email)
      await keys.fill('Password', secret)
      await keys.key('Enter')
    }
    await logIn('fjord lantern and some more')
    await says('This e-mail address and password do not belong together.')
    await logIn(password)
    await says('This e-mail address is not confirmed yet. Open the link in our mail, or have it sent again.')
    await picture(page, 'sign-in, unconfirmed')
    await outside.advance({ seconds: 61 })
    await keys.press('button', 'Send a new mail')
    await keys.press('button', 'Send it again')
    await says('If this address waits for a confirmation, a new mail is on its way.')
    const second = await outside.letter(email, 2)
    await logIn(password)
    await keys.press('button', 'Send a new mail')
    await keys.press('button', 'Send it again')
    await says(/^A mail was asked for a moment ago\. You can ask again in \d+ s\.$/)
    await says(/^Possible in \d+ s$/)

    const open = async ([link = '']: readonly string[]) => {
      // The secret stands behind `#`: the same page with another one is a new page only after a reload.
      await page.goto('about:blank')
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: 'Confirm your address' }).waitFor()
    }
    const isDead = async () => {
      await says('This link no longer works.')
      await says('This link has been used, replaced by a newer one, or is older than 24 hours.')
    }
    await open(first.links)
    await keys.fill('Password', password)
    await keys.press('button', 'Confirm and log in')
    await isDead()
    await picture(page, 'confirmation, a dead link')
    await keys.press('link', 'Send a new mail')
    await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor()

    await open(second.links)
    await picture(page, 'confirmation')
    expect(
      (await context.cookies()).map(({ name }) => name),
      'opening alone changes nothing',
    ).toEqual(['__Host-locale'])
    await keys.press('button', 'Confirm and log in')
    await says('Enter your password.')
    await keys.fill('Password', 'fjord lantern and some more')
    await keys.key('Enter')
    await says('This is not the password chosen when signing up with this address.')
    await picture(page, 'confirmation, wrong password')
    await keys.fill('Password', password)
    await keys.press('button', 'Confirm and log in')
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { name: 'Public campaigns' }).waitFor()
    await picture(page, 'creator dashboard, first time')
    await open(second.links)
    await keys.fill('Password', password)
    await keys.press('button', 'Confirm and log in')
    await isDead()

    await page.goto('/')
    await page.waitForURL('**/dashboard')
    // It takes the focus to its heading when it comes.
    await page.getByRole('heading', { name: 'Public campaigns' }).waitFor()
    await keys.press('button', email)
    await keys.press('button', 'Log out')
    await page.waitForURL((url) => url.pathname === '/')
    // What the dashboard was still asking for when its session ended.
    faults.forget(/401 \(Unauthorized\)/)
    await page.goto('/login')
    await keys.press('button', 'Log in')
    await says('Enter the e-mail address of your account.')
    await says('Enter your password.')
    await keys.fill('E-mail', email)
    await keys.fill('Password', password)
    await keys.key('Enter')
    await page.waitForURL('**/dashboard')
    faults.forget(REFUSED)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('who finds that a stranger has signed up with their address signs up again, and the account is theirs alone', async () => {
    const stranger = await signedUpElsewhere(site, outside, 'brand')
    const { page, context, faults } = await site.visit('visitor')
    const keys = keyboardOf(page)
    const own = 'fjord lantern of the owner'
    await page.goto(stranger.link)
    await keys.fill('Password', own)
    await keys.press('button', 'Confirm and log in')
    await page.getByText('If that was not you:').waitFor()
    await keys.press('link', 'Sign up again')
    await page.getByRole('heading', { level: 1, name: 'Open an account' }).waitFor()
    await keys.fill('E-mail', stranger.email)
    await keys.fill('Password', own)
    await keys.toggle(/^I accept the Terms/)
    await keys.press('button', 'Open an account')
    await page.getByRole('heading', { level: 1, name: 'Check your mail' }).waitFor()
    await outside.advance({ seconds: 61 })
    const [link = ''] = (await outside.letter(stranger.email, 2)).links
    await page.goto(link)
    await keys.fill('Password', stranger.password)
    await keys.press('button', 'Confirm and log in')
    await page.getByText('If that was not you:').waitFor()
    await keys.fill('Password', own)
    await keys.press('button', 'Confirm and log in')
    await page.waitForURL('**/dashboard')
    faults.forget(REFUSED)
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a brand signs up in French, says who it is, and arrives where it wanted to go', async () => {
    const { page, context, faults } = await site.visit('visitor', { locale: 'fr' })
    const keys = keyboardOf(page)
    const says = (text: string | RegExp) => page.getByText(text).first().waitFor()
    const { email, password } = newPerson('marque')

    await page.goto('/')
    await keys.press('link', 'Commencer : 10 000 vues, 3 €')
    await page.getByRole('heading', { level: 1, name: 'Ouvrir un compte' }).waitFor()
    await keys.press('button', 'Ouvrir un compte')
    await says('Saisissez une adresse e-mail, par exemple anna@example.com.')
    await says('Saisissez de 6 à 128 caractères.')
    await keys.fill('E-mail', email)
    await keys.fill('Mot de passe', password)
    await keys.toggle(/^J’accepte les Conditions/)
    await keys.press('button', 'Ouvrir un compte')
    await page.getByRole('heading', { level: 1, name: 'Consultez vos e-mails' }).waitFor()
    const letter = await outside.letter(email)
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
    await says('Saisissez le nom de votre marque.')
    await says('Saisissez le prénom du contact.')
    await says('Saisissez le nom du contact.')
    await says('Saisissez une adresse e-mail, par exemple anna@example.com.')
    await says('Vous devez accepter les Conditions.')
    await keys.fill(/^Nom de la marque/, 'Maison Olmo')
    await keys.fill(/^Prénom/, 'Ida')
    await keys.fill('Nom', 'Roth')
    await keys.fill(/^E-mail professionnel/, 'ida@olmo.example')
    await keys.select(/^Pays et indicatif/, 'Allem')
    await keys.fill(/^Téléphone/, '123')
    await keys.toggle(/^J’accepte les Conditions/)
    await keys.press('button', 'Enregistrer et continuer')
    await says('Ce numéro n’existe pas dans ce pays. Vérifiez les chiffres, ou laissez vide.')
    await picture(page, 'registration, wrong')
    await keys.fill(/^Téléphone/, '030 901820')
    await keys.press('button', 'Enregistrer et continuer')
    await page.waitForURL('**/brand-dashboard/purchase?package=starter')
    await says('Inscription terminée.')
    const saved = await context.request.get('/api/identity/brand').then((answer) => answer.json())
    expect(saved).toMatchObject({ brandName: 'Maison Olmo', contactPhone: '+49 30901820', complete: true })
    // The page is a part of its own, which may still be on its way.
    await page.getByRole('link', { name: 'Retour aux campagnes' }).waitFor()
    await keys.press('link', 'Retour aux campagnes')
    await says('Vous n’avez pas encore de crédits de vues.')
    await picture(page, 'brand dashboard, first time')
    expect(faults.found).toEqual([])
    await context.close()
  })

  test('a second tab of the same browser goes along: who confirms there is in here too, and never sees another person’s page', async () => {
    const creator = await signedUpElsewhere(site, outside, 'creator')
    const brand = await signedUpElsewhere(site, outside, 'brand')
    const { page, context, faults } = await site.visit('visitor')
    await page.goto('/login')
    const second = await site.newTab(context)
    await second.page.goto(creator.link)
    const keys = keyboardOf(second.page)
    await keys.fill('Password', creator.password)
    await keys.press('button', 'Confirm and log in')
    await second.page.waitForURL('**/dashboard')
    await page.reload()
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: creator.email }).waitFor()

    // Somebody else of the household.
    await second.page.goto('about:blank')
    await second.page.goto(brand.link)
    await keys.fill('Password', brand.password)
    await keys.press('button', 'Confirm and log in')
    await second.page.waitForURL('**/brand/form')
    await page
      .getByText('Your session has ended.')
      .or(page.getByRole('button', { name: brand.email }))
      .first()
      .waitFor(SESSION_ENDS_WITHIN)
    expect(await page.getByText(creator.email).count()).toBe(0)
    await page.goto('/dashboard')
    await page.waitForURL('**/brand/form')
    // Logos that the first tab was still asking for when the session became the brand's: they are not for a brand that is not registered.
    faults.forget(/status of 403 .*\/api\/campaigns\/media\//)
    expect([...faults.found, ...second.faults.found]).toEqual([])
    await context.close()
  })
}
