/** All that is seen in a browser. One system and one browser for it: starting them takes longer than most of what is looked at. */
import { afterAll, describe, vi } from 'vitest'
import { buying } from './buying.ts'
import { campaignChain } from './campaign-chain.ts'
import { everyComponent, faultsAreSeen, type Looks, lookAt } from './every-page.ts'
import { gettingPaid } from './getting-paid.ts'
import { guards } from './guards.ts'
import { keptSecret, moneyAddsUp } from './kept-secret.ts'
import { keyboardAlone } from './keyboard-alone.ts'
import { marketPlaces } from './market-places.ts'
import { places } from './places.ts'
import { remotesAlone } from './remotes-alone.ts'
import { sessionOfBrowser } from './session-of-browser.ts'
import { signUp } from './sign-up.ts'
import { openSite } from './site.ts'

/** @param looks in which every page is looked at */
export async function browserSuite(looks: Looks): Promise<void> {
  // What waits for too long fails by itself, after 30 s, and says what it waited for; a busy machine may take longer for all of a test.
  vi.setConfig({ testTimeout: 120_000 })
  const site = await openSite({ market: true })
  afterAll(() => site.close())

  describe('the session', () => sessionOfBrowser(site))
  describe('what a campaign goes through is seen', () => campaignChain(site))
  // Before the clock moves on: what is in review there is decided by then.
  describe('every page of the market', () => lookAt(site, marketPlaces, looks))
  describe('the keyboard alone', () => keyboardAlone(site))
  describe('each app is deployed alone', () => remotesAlone(site))
  describe('the door, by keyboard', () => signUp(site))
  describe('buying credits, by keyboard', () => buying(site))
  describe('getting paid, by keyboard', () => gettingPaid(site))
  describe('an address alone', () => guards(site))
  // Behind all that, for then there is something on the pages.
  describe('every page', () => lookAt(site, places, looks))
  describe('every component', () => everyComponent(site, looks))
  describe('what is wrong', () => faultsAreSeen(site))
  // Last, for they are about all of it.
  describe('the money', () => moneyAddsUp(site))
  describe('what is secret', () => keptSecret(site))
}
