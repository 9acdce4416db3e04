/** What brands and creators do in more than one journey. Brands read English, creators French. */
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Outside } from '../browser/outside.ts'
import { click, fill, LIVE, shows } from './page-steps.ts'
import type { SandboxPages } from './sandbox-pages.ts'

export const newPerson = (role: 'brand' | 'creator', name: string) => ({
  role,
  email: `${name}@people.example`,
  password: `fjord lantern ${randomBytes(6).toString('hex')}`,
})

type NewPerson = ReturnType<typeof newPerson>

const LABELS = {
  en: { email: 'E-mail', password: 'Password', accept: /^I accept the Terms/, open: 'Sign up', confirm: 'Confirm and sign in' },
  fr: {
    email: 'E-mail',
    password: 'Mot de passe',
    accept: /^J’accepte les Conditions/,
    open: 'Créer un compte',
    confirm: 'Confirmer et se connecter',
  },
}

/** Fills in the open sign-up page and confirms the e-mail address. */
export async function signUpHere(page: Page, outside: Outside, { email, password }: NewPerson, locale: 'en' | 'fr'): Promise<void> {
  const labels = LABELS[locale]
  await fill(page, labels.email, email)
  await fill(page, labels.password, password)
  await page.getByLabel(labels.accept).check()
  await click(page, 'button', labels.open)
  await shows(page, email)
  const [link = ''] = (await outside.email(email)).links
  await page.goto(link)
  await fill(page, labels.password, password)
  await click(page, 'button', labels.confirm)
}

export async function signUp(page: Page, outside: Outside, person: NewPerson, locale: 'en' | 'fr'): Promise<void> {
  await page.goto(`/signup?role=${person.role}`)
  await signUpHere(page, outside, person, locale)
}

/** Fills in the registration form of a new brand. */
export async function registerBrand(page: Page, brandName: string): Promise<void> {
  await page.waitForURL('**/brand/form*')
  await fill(page, /^Brand name/, brandName)
  await fill(page, /^First name/, 'Ida')
  await fill(page, 'Last name', 'Roth')
  await page.getByLabel(/^I accept the Terms/).check()
  await click(page, 'button', 'Save and continue')
}

/** Buys the Growth package, 50,000 credits, on the open purchase page. */
export async function buyGrowth(page: Page, outside: Outside, email: string): Promise<void> {
  await page.getByLabel(/^Growth/).check()
  await click(page, 'button', /^Pay €14.00 with Stripe/)
  await page.waitForURL(`${outside.url}/checkout/**`)
  await fill(page, 'Email', email)
  // Payments with this test card are available immediately instead of after seven days.
  await fill(page, /^Card number or IBAN/, '4000000000000077')
  await fill(page, /^Name on/, 'Ida Roth')
  await click(page, 'button', /^Pay /)
  await page.getByRole('heading', { level: 3, name: '50,000 credits are ready to use.' }).waitFor(LIVE)
}

/** Verifies the sandbox's account with the code in its bio. */
export async function verifyAccount(page: Page, { editBio }: SandboxPages, username: string): Promise<void> {
  await page.goto('/profile')
  const code = await page
    .getByText(/^[A-Z0-9]{7}$/)
    .first()
    .textContent()
  await editBio(`Cuisine lente. ${code}`)
  await fill(page, /^Nom d’utilisateur Instagram/, username)
  await click(page, 'button', 'Vérifier')
  await shows(page, `@${username} est vérifié.`)
  await page.waitForURL('**/dashboard')
}

export async function setUpPayoutAccount(page: Page, outside: Outside): Promise<void> {
  await page.goto('/balance')
  await page.getByLabel('Pays de résidence').selectOption({ label: 'France' })
  await click(page, 'button', 'Configurer le compte de paiement')
  await page.waitForURL(`${outside.url}/connect/**`)
  await fill(page, 'Prénom', 'Léa')
  await fill(page, 'Nom', 'Martin')
  await fill(page, 'Date de naissance', '1990-01-01')
  await fill(page, 'IBAN', 'FR1420041010050500013M02606')
  await click(page, 'button', 'Envoyer')
  await page.waitForURL('**/balance*')
  await page.getByRole('region', { name: 'Compte de paiement', exact: true }).getByText('Prêt pour les virements').first().waitFor(LIVE)
}
