import { join, relative } from 'node:path'
import type { SignIn } from '../seed-demo.ts'
import { BRANDS, CREATORS, TOUR_ACCOUNT } from './cast.ts'

const LOGOS = join(import.meta.dirname, '../../demo/logos')

export const marketSignIns = (password: string): SignIn[] =>
  [
    {
      email: BRANDS.kefiro.email,
      role: 'brand',
      does: 'Kéfiro: a campaign with a logo to review, partnerships settled at 25, 75 and 100%',
    },
    { email: BRANDS.olmo.email, role: 'brand', does: 'Olmo Bikes: bot views excluded, an active partnership' },
    { email: BRANDS.brisa.email, role: 'brand', does: 'Brisa: an expired campaign, partnerships settled at 50% and failed' },
    { email: BRANDS.nordlys.email, role: 'brand', does: 'Nordlys: a failed direct debit, views in review' },
    { email: CREATORS.lea.email, role: 'creator', does: '@lea.kitchen: paid once, earning again, with an invitation to answer' },
    { email: CREATORS.tom.email, role: 'creator', does: '@tom.cuisine: money to transfer, but no payout account yet' },
    { email: CREATORS.noah.email, role: 'creator', does: '@noah.rides: one video with bot views, one without' },
    { email: CREATORS.sofia.email, role: 'creator', does: '@sofia.moda: a restricted payout account' },
    { email: CREATORS.mira.email, role: 'creator', does: '@mira.makes: two settled partnerships, transferred' },
    { email: CREATORS.nina.email, role: 'creator', does: '@nina.outside: an active partnership' },
  ].map((one) => ({ ...one, password }))

export function tourOf({ url, sandboxUrl, password }: { url: string; sandboxUrl: string; password: string }): string[] {
  const logo = relative(process.cwd(), join(LOGOS, 'alpine-oats.png'))
  return [
    `Tour: five steps to a paid creator. Use two windows, one of them private, for the brand and the creator. Password for both: ${password}`,
    `1. Start a campaign. At ${url}/login, sign in as brand@demo.reelfair.example and choose “New campaign”. Enter a name and the category “Food and cooking”;`,
    `   “Continue” twice. “Choose a file”: ${logo}. Enter the link https://alpine-oats.example. Finish with “Reserve 10,000 credits and start”.`,
    `2. Sign up for the campaign. At ${url}/login, sign in as creator@demo.reelfair.example, choose “Add an account” and copy the code. At ${sandboxUrl}/social, open`,
    `   @${TOUR_ACCOUNT.username}, add the code to the bio and “Save”. Back in Reelfair, enter the Instagram username ${TOUR_ACCOUNT.username} and “Verify”. At ${url}/public-campaigns,`,
    `   choose “Sign up with @${TOUR_ACCOUNT.username}” on your campaign, then “Agree and sign up with @${TOUR_ACCOUNT.username}”. Copy the campaign’s code.`,
    `3. Publish a video. At ${sandboxUrl}/social, open @${TOUR_ACCOUNT.username}, add https://alpine-oats.example to “Links in the bio” and “Save”. Under “Publish a video”, add the`,
    '   campaign’s code to the caption, next to “Commercial collaboration”. Choose a vertical MP4 or WEBM file (the page offers one), then “Publish”.',
    `4. Let time pass. At ${sandboxUrl}/#clock, choose “+ 7 days”. Each night, views are read, checked and credited; both dashboards update automatically.`,
    `5. Get paid. As the creator, open ${url}/balance and choose “Set up payout account”: any name, born 1990-01-01, IBAN FR1420041010050500013M02606, “Submit”.`,
    '   Then “Transfer €1.00”. The money appears under “Paid”, and brand and creator see the same receipt.',
    `Partnerships: as ${CREATORS.lea.email}, answer Kéfiro’s invitation on the dashboard. As ${BRANDS.kefiro.email}, see the results at 25, 75 and 100%;`,
    `   as ${BRANDS.brisa.email}, those at 50% and below 25%; as ${BRANDS.olmo.email}, follow one that is active. As the admin, find`,
    `   all of them at ${url}/admin/partnerships.`,
  ]
}
