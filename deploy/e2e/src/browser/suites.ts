/** Each suite has its own system and browser. Later tests in a suite depend on earlier ones. */

import { expectMarket } from '@reelfair/local/testing'
import { afterAll, describe, test, vi } from 'vitest'
import { acceptTerms } from './accept-terms.ts'
import { acceptance } from './acceptance.ts'
import { adminSecondFactor } from './admin-second-factor.ts'
import { brandProfile } from './brand-profile.ts'
import { browserSession } from './browser-session.ts'
import { buying } from './buying.ts'
import { campaignChain } from './campaign-chain.ts'
import { collabBooking } from './collab-booking.ts'
import { contact } from './contact.ts'
import { detectsFaults, type Extent, inspectComponents, inspectPlaces } from './every-page.ts'
import { gettingPaid } from './getting-paid.ts'
import { googleSignIn } from './google-sign-in.ts'
import { guards } from './guards.ts'
import { interruptedAgreements } from './interrupted-agreements.ts'
import { invitationEnds } from './invitation-ends.ts'
import { keyboardOnly } from './keyboard-only.ts'
import { landing } from './landing.ts'
import { landingByKeyboard } from './landing-by-keyboard.ts'
import { leaving } from './leaving.ts'
import { marketPlaces } from './market-places.ts'
import { notifications } from './notifications.ts'
import { places } from './places.ts'
import { recovery } from './recovery.ts'
import { moneyAddsUp, noSecretsInFiles, noSecretsLeaked } from './secrets-and-money.ts'
import { separateRemotes } from './separate-remotes.ts'
import { settings } from './settings.ts'
import { signUp } from './sign-up.ts'
import { openSite, type Site } from './site.ts'
import { onSlowPhone } from './slow-phone.ts'

async function siteOfSuite(options: Parameters<typeof openSite>[0] = { market: true }): Promise<Site> {
  // Each wait has its own limit of 30 s, but a whole test may take longer on a busy machine.
  vi.setConfig({ testTimeout: 120_000 })
  const site = await openSite(options)
  afterAll(() => site.close())
  return site
}

/**
 * Needs the original demo market: once the clock moves, its open reviews are decided.
 * @param extent `one`: for `npm test`; also inspects the pages that the soak inspects at the end of `moneySuite`
 */
export async function marketSuite(extent: Extent): Promise<void> {
  const site = await siteOfSuite()
  test('shows the demo market with its known figures', () => expectMarket(site.local, site.folder))
  describe('slow phone', () => onSlowPhone(site, extent))
  describe('campaign live updates', () => campaignChain(site))
  describe('keyboard only', () => keyboardOnly(site))
  describe('every page', () => inspectPlaces(site, extent === 'one' ? [...marketPlaces, ...places] : marketPlaces, extent))
  describe('acceptance', () => acceptance(site))
  describe('landing page', () => landing(site, extent))
  describe('every component', () => inspectComponents(site, extent))
  describe('page inspection', () => detectsFaults(site))
  describe('browser session', () => browserSession(site))
  describe('addresses opened directly', () => guards(site, extent))
  describe('separately deployed apps', () => separateRemotes(site, extent))
  describe('money', () => moneyAddsUp(site))
  describe('secrets', () => {
    noSecretsLeaked(site, [])
    noSecretsInFiles(site)
  })
}

/** People and money, by keyboard only. */
export async function moneySuite(): Promise<void> {
  const site = await siteOfSuite()
  describe('auth pages, by keyboard', () => signUp(site))
  describe('recovery, by keyboard', () => recovery(site))
  describe('leaving, by keyboard', () => leaving(site))
  describe('sign-in with Google', () => googleSignIn(site))
  describe('buying credits, by keyboard', () => buying(site))
  describe('getting paid, by keyboard', () => gettingPaid(site))
  describe('settings, by keyboard', () => settings(site))
  // Runs after the tests above, so that the pages have content.
  describe('every page', () => inspectPlaces(site, places, 'all'))
  // Runs last to check data from all tests.
  describe('money', () => moneyAddsUp(site))
  describe('secrets', () => noSecretsLeaked(site, ['a token']))
}

/** Long keyboard tests of the account pages, run only by the soak. */
export async function peopleSuite(): Promise<void> {
  const site = await siteOfSuite({})
  describe('notifications, by keyboard', () => notifications(site))
  describe('brand profile, by keyboard', () => brandProfile(site))
  describe('contact, by keyboard', () => contact(site))
  describe('landing page, by keyboard', () => landingByKeyboard(site))
  describe('two-step sign-in for admins, by keyboard', () => adminSecondFactor(site))
  // Moves the clock by days.
  describe('new Terms, by keyboard', () => acceptTerms(site))
  describe('secrets', () => noSecretsLeaked(site, ['a token']))
}

/** Brand and creator in two windows. */
export async function partnershipSuite(): Promise<void> {
  const site = await siteOfSuite({})
  // Moves the clock by a day.
  describe('invitations that end', () => invitationEnds(site))
  describe('booking from a creator’s public page', () => collabBooking(site))
  describe('interrupted agreements', () => interruptedAgreements(site))
  describe('secrets', () => noSecretsLeaked(site, ['a token']))
}
