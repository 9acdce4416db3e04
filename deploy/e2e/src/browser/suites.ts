/** The browser tests in three suites, each with its own system and browser. Within a suite, later tests depend on earlier ones. */
import { afterAll, describe, vi } from 'vitest'
import { buying } from './buying.ts'
import { campaignChain } from './campaign-chain.ts'
import { everyComponent, faultsAreSeen, type Looks, lookAt } from './every-page.ts'
import { gettingPaid } from './getting-paid.ts'
import { type Extent, guards } from './guards.ts'
import { keptOutOfFiles, keptSecret, moneyAddsUp } from './kept-secret.ts'
import { keyboardAlone } from './keyboard-alone.ts'
import { marketPlaces } from './market-places.ts'
import { places } from './places.ts'
import { remotesAlone } from './remotes-alone.ts'
import { sessionOfBrowser } from './session-of-browser.ts'
import { signUp } from './sign-up.ts'
import { openSite, type Site } from './site.ts'
import { onSlowPhone } from './slow-phone.ts'

async function siteOfSuite(): Promise<Site> {
  // What waits for too long fails by itself, after 30 s, and says what it waited for; a busy machine may take longer for all of a test.
  vi.setConfig({ testTimeout: 120_000 })
  const site = await openSite({ market: true })
  afterAll(() => site.close())
  return site
}

export async function campaignSuite(looks: Looks): Promise<void> {
  const site = await siteOfSuite()
  describe('what a campaign goes through is seen', () => campaignChain(site))
  // The clock must not have moved: what is in review is decided later.
  describe('every page of the market', () => lookAt(site, marketPlaces, looks))
  describe('the keyboard alone', () => keyboardAlone(site))
  describe('every component', () => everyComponent(site, looks))
  describe('what is wrong', () => faultsAreSeen(site))
  describe('what is secret', () => keptSecret(site, []))
}

export async function moneySuite(looks: Looks): Promise<void> {
  const site = await siteOfSuite()
  describe('the door, by keyboard', () => signUp(site))
  describe('buying credits, by keyboard', () => buying(site))
  describe('getting paid, by keyboard', () => gettingPaid(site))
  // Behind all that, for then there is something on the pages.
  describe('every page', () => lookAt(site, places, looks))
  // Last, for they are about all of it.
  describe('the money', () => moneyAddsUp(site))
  describe('what is secret', () => keptSecret(site, ['a token']))
}

export async function addressSuite(extent: Extent): Promise<void> {
  const site = await siteOfSuite()
  describe('a slow phone', () => onSlowPhone(site, extent))
  describe('the session', () => sessionOfBrowser(site))
  describe('each app is deployed alone', () => remotesAlone(site))
  describe('an address alone', () => guards(site, extent))
  describe('what is secret', () => keptOutOfFiles(site))
}
