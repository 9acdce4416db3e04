/** The browser tests in two suites, each with its own system and browser. Within a suite, later tests depend on earlier ones. */
import { expectMarket } from '@reelfair/local/testing'
import { afterAll, describe, test, vi } from 'vitest'
import { buying } from './buying.ts'
import { campaignChain } from './campaign-chain.ts'
import { type Extent, everyComponent, faultsAreSeen, lookAt } from './every-page.ts'
import { gettingPaid } from './getting-paid.ts'
import { guards } from './guards.ts'
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

/** The market at rest: the clock must not have moved, for what is in review is decided later. */
export async function campaignSuite(extent: Extent): Promise<void> {
  const site = await siteOfSuite()
  test('shows the demo market with its known figures', () => expectMarket(site.local, site.folder))
  describe('a slow phone', () => onSlowPhone(site, extent))
  describe('what a campaign goes through is seen', () => campaignChain(site))
  describe('every page of the market', () => lookAt(site, marketPlaces, extent))
  describe('the keyboard alone', () => keyboardAlone(site))
  describe('every component', () => everyComponent(site, extent))
  describe('what is wrong', () => faultsAreSeen(site))
  describe('the session', () => sessionOfBrowser(site))
  describe('an address alone', () => guards(site, extent))
  describe('each app is deployed alone', () => remotesAlone(site))
  describe('what is secret', () => {
    keptSecret(site, [])
    keptOutOfFiles(site)
  })
}

export async function moneySuite(extent: Extent): Promise<void> {
  const site = await siteOfSuite()
  describe('the door, by keyboard', () => signUp(site))
  describe('buying credits, by keyboard', () => buying(site))
  describe('getting paid, by keyboard', () => gettingPaid(site))
  // Behind all that, for then there is something on the pages.
  describe('every page', () => lookAt(site, places, extent))
  // Last, for they are about all of it.
  describe('the money', () => moneyAddsUp(site))
  describe('what is secret', () => keptSecret(site, ['a token']))
}
