/** Who can sign in to the demo's market, and the five steps that end with a paid creator. */
import { join, relative } from 'node:path'
import type { SignIn } from '../seed-demo.ts'
import { BRANDS, CREATORS, TOUR_ACCOUNT } from './cast.ts'

const LOGOS = join(import.meta.dirname, '../../demo/logos')

/** Those who have done something already. */
export const marketSignIns = (password: string): SignIn[] =>
  [
    { email: BRANDS.kefiro.email, role: 'brand', does: 'Kéfiro: one campaign completed, one under way with a logo to decide on' },
    { email: BRANDS.olmo.email, role: 'brand', does: 'Olmo Bikes: a bot spike was excluded; one campaign could not be funded' },
    { email: BRANDS.brisa.email, role: 'brand', does: 'Brisa: a campaign that expired, and an order that nobody paid' },
    { email: BRANDS.nordlys.email, role: 'brand', does: 'Nordlys: a debit that failed; growth in review' },
    { email: CREATORS.lea.email, role: 'creator', does: '@lea.kitchen: has been paid, earns again, and is invited' },
    { email: CREATORS.tom.email, role: 'creator', does: '@tom.cuisine: has money to transfer, and no payout account yet' },
    { email: CREATORS.noah.email, role: 'creator', does: '@noah.rides: one video with views of bots, one without' },
    { email: CREATORS.sofia.email, role: 'creator', does: '@sofia.moda: her payout account is restricted' },
  ].map((one) => ({ ...one, password }))

/** What a stranger types and clicks, in the words of the screens: lines, a number before each step. */
export function tourOf({ url, sandboxUrl, password }: { url: string; sandboxUrl: string; password: string }): string[] {
  const logo = relative(process.cwd(), join(LOGOS, 'alpine-oats.png'))
  return [
    `The tour: five steps to a paid creator. Brand and creator in two windows, one of them private; the password of both: ${password}`,
    `1. A brand asks for views. ${url}/login as brand@demo.reelfair.example, “New campaign”. Name it, category “Food and cooking”; “Continue” twice;`,
    `   “Choose a file”: ${logo}; as link https://alpine-oats.example; then “Set aside 10,000 credits and start”.`,
    `2. A creator joins. ${url}/login as creator@demo.reelfair.example, “Add an account”: copy the code. At ${sandboxUrl}/social open`,
    `   @${TOUR_ACCOUNT.username}, put the code into the bio and “Save”. Back there: Instagram username ${TOUR_ACCOUNT.username}, “Verify”. Then ${url}/public-campaigns: your campaign,`,
    `   “Sign up with @${TOUR_ACCOUNT.username}”, and copy its code.`,
    `3. A video. At ${sandboxUrl}/social, @${TOUR_ACCOUNT.username}: put https://alpine-oats.example into “Links in the bio” and “Save”. “Publish a video”: the code in`,
    '   the caption, beside “Commercial collaboration”; a vertical MP4 or WEBM of yours, or the one that the page offers; “Publish”.',
    `4. Time. At ${sandboxUrl}/#clock, “+ 7 days”: night by night views are read, judged and credited; both dashboards follow by themselves.`,
    `5. Money. As the creator, ${url}/balance, “Set up the payout account”: any name, born 1990-01-01, IBAN FR1420041010050500013M02606, “Submit”. Then`,
    '   “Transfer 1.00 €”: it arrives under “Paid”, and both sides read the same receipt.',
  ]
}
