// @vitest-environment jsdom
import type { SignUpState } from '@reelfair/contracts'
import { inBothLanguages, showPage } from '@reelfair/web-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSignUp } from '../public-campaigns/a-public-campaign.fixture.ts'
import { Instructions } from './instructions.tsx'

let consent: boolean | undefined
vi.stubGlobal('fetch', async (url: string) =>
  Response.json(
    url.includes('/verification/accounts')
      ? { items: [{ id: aSignUp().accountId, paidLabelConsent: consent, statsAt: '2026-11-21T10:00:00.000Z' }], standings: [] }
      : { nextAt: '2026-11-21T23:00:00.000Z' },
  ),
)
/** @returns all that is said of a sign-up */
function said(signUp: Parameters<typeof aSignUp>[0], locale: 'en' | 'fr') {
  showPage(
    <main>
      <Instructions signUp={aSignUp(signUp)} />
    </main>,
    { locale },
  )
  return screen.getByRole('main').textContent
}
/** What is said depends on which instants are over. */
beforeEach(() => {
  vi.setSystemTime('2026-11-22T12:00:00.000Z')
  consent = undefined
})
afterEach(cleanup)

test('four steps in their order, each with what it needs: link, logo, code, and leaving it so', async () => {
  const user = userEvent.setup()
  showPage(<Instructions signUp={aSignUp()} level={4} />)
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Put the link into the bio of @lina.mrtn',
    'Film an upright video with the logo',
    'Publish it on Instagram as @lina.mrtn',
    'Leave all as it is',
    'What happens next',
  ])
  await user.click(screen.getByRole('button', { name: /^Copy the link/ }))
  expect(await navigator.clipboard.readText()).toBe('https://kefiro.example/rf')
  await user.click(screen.getByRole('button', { name: /^Copy the code/ }))
  expect(await navigator.clipboard.readText()).toBe('RF-7K2QD')
  await user.click(screen.getByRole('button', { name: /^Copy code and mention/ }))
  expect(await navigator.clipboard.readText()).toBe('RF-7K2QD Commercial collaboration')
  const save = screen.getByRole('link', { name: 'Download the logo' })
  expect(save.getAttribute('href')).toBe('/api/campaigns/media/019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c70?download=1')
  expect(save.hasAttribute('download')).toBe(true)
})

test.each([
  ['instagram', 'en', /On Instagram only these words count/],
  ['tiktok', 'fr', /Sur TikTok, seuls ces mots comptent/],
  [
    'youtube',
    'en',
    /These words always count\. On YouTube its own label “Includes paid promotion” counts as your mention too, but only while YouTube lets us read it\./,
  ],
] as const)('what counts as the mention depends on the network: %s in %s', (network, locale, text) => {
  expect(said({ network }, locale)).toMatch(text)
})

test.each([
  ['en', 'At most 100 videos, until'],
  ['fr', '100 vidéos au plus, jusqu’au'],
] as const)('in %s: the steps say how many videos of a sign-up are taken in', (locale, sentence) => {
  expect(said({}, locale)).toContain(sentence)
})

test('the picture shows the campaign’s own logo and the code; a moving logo is a video', () => {
  showPage(<Instructions signUp={aSignUp()} />)
  const picture = screen.getByRole('img', { name: /an upright video, .* RF-7K2QD/ })
  expect(picture.querySelector('img')?.getAttribute('src')).toBe('/api/campaigns/media/019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c70')
  expect(screen.queryByText(/The logo moves/)).toBeNull()
  cleanup()
  showPage(<Instructions signUp={aSignUp({ logo: { mediaId: 'm', kind: 'webm', type: 'video/webm' } })} />)
  expect(
    screen
      .getByRole('img', { name: /an upright video/ })
      .querySelector('video')
      ?.getAttribute('src'),
  ).toBe('/api/campaigns/media/m')
  expect(screen.getByText(/The logo moves .* at least 15 seconds/)).toBeDefined()
})

test('what comes next has the terms as they stood at the sign-up, and the next reading', async () => {
  const { terms } = aSignUp()
  showPage(
    <Instructions signUp={aSignUp({ terms: { ...terms, windowDays: 9, rateCard: { validFrom: '2026-01-01', centsPer1000: 12 } } })} />,
  )
  expect(screen.getByText(/for 9 days after it is first found/)).toBeDefined()
  expect(screen.getByText(/^0\.12 € per 1,000 qualified views/)).toBeDefined()
  expect(await screen.findByText(/read next Sun 22 Nov, 00:00/)).toBeDefined()
})

const over: [Exclude<SignUpState, 'active'>, Record<'en' | 'fr', RegExp>][] = [
  ['closed', { en: /given out.*1\.23\u00a0€ so far/, fr: /attribuées.*1,23\u00a0€ à ce jour/ }],
  [
    'ended',
    {
      en: /has ended.*1\.23\u00a0€ is held .* until Mon 30 Nov, 18:00/,
      fr: /terminée.*1,23\u00a0€ sont retenus .* jusqu’au lun\. 30 nov\., 18:00/,
    },
  ],
  // Whether it has been transferred since is not the sign-up's to know: what is said stays true then.
  ['settled', { en: /settled.*1\.23\u00a0€ was earned and credited/, fr: /réglée.*1,23\u00a0€ gagnés et crédités/ }],
  [
    'withdrawn',
    {
      en: /took this campaign away.*found no view that counts/,
      fr: /a retiré cette campagne.*aucune vue qui compte/,
    },
  ],
]
test.each(inBothLanguages(over))('in %s: of a sign-up that is %s nothing is asked any more, and it says why', (locale, state, text) => {
  expect(said({ state, cents: 123, payableAt: '2026-11-30T17:00:00.000Z' }, locale)).toMatch(text[locale])
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByText('RF-7K2QD')).toBeNull()
})

test.each([
  ['en', /has ended.*Views brought until its end are still read, and paid on Mon 30 Nov, 18:00/],
  ['fr', /terminée.*Les vues apportées jusqu’à sa fin sont encore relevées, et payées le lun\. 30 nov\., 18:00/],
] as const)('in %s: of a campaign that ended before anything was read it says that views may still come', (locale, text) => {
  expect(said({ state: 'ended', cents: 0, payableAt: '2026-11-30T17:00:00.000Z' }, locale)).toMatch(text)
})

test.each([
  ['en', 123, /1\.23\u00a0€ is held until Wed 25 Nov, 02:00 at the latest: the network has not given its final figures yet\./],
  ['fr', 123, /1,23\u00a0€ sont retenus jusqu’au mer\. 25 nov\., 02:00 au plus tard/],
  ['en', 0, /The network has not given its final figures yet; views that count are paid on Wed 25 Nov, 02:00 at the latest\./],
  ['fr', 0, /les vues qui comptent sont payées le mer\. 25 nov\., 02:00 au plus tard/],
] as const)('in %s: %i cents that wait for a silent network name the latest date and the cause', (locale, cents, text) => {
  const all = said({ state: 'ended', cents, payableAt: '2026-11-22T01:00:00.000Z' }, locale)
  expect(all).toMatch(text)
  expect(all).not.toMatch(/22 nov/i)
})

test.each([
  [
    'en',
    /yours to transfer on Sat 28 Nov, 02:00\. If the goal is reached in an earlier night, it is yours at 02:00, Paris, two days after/,
  ],
  ['fr', /le reste est à vous le sam\. 28 nov\., 02:00\. .* à 02:00, heure de Paris, deux jours après/],
] as const)('in %s: the pay names the date and hour of the final settlement', (locale, text) => {
  expect(said({ endsAt: '2026-11-25T18:00:00.000Z' }, locale)).toMatch(text)
})

test('says nothing of missing figures while the settlement of that night may still run', () => {
  vi.setSystemTime('2026-11-22T02:59:00.000Z')
  const all = said({ state: 'ended', cents: 123, payableAt: '2026-11-22T01:00:00.000Z' }, 'en')
  expect(all).toMatch(/is held for the final reading until Sun 22 Nov, 02:00/)
  expect(all).not.toContain('latest')
})

test.each([
  ['en', /is held for the final reading until Wed 25 Nov, 02:00/],
  ['fr', /retenus pour le dernier relevé jusqu’au mer\. 25 nov\., 02:00/],
] as const)('in %s: an ended sign-up names the date also before its settlement is planned', (locale, text) => {
  expect(said({ state: 'ended', cents: 123, endsAt: '2026-11-22T11:00:00.000Z' }, locale)).toMatch(text)
})

test.each([
  ['en', true, /^These words always count\. .* only while YouTube lets us read it\. As of 21 Nov, 11:00 it does\.$/],
  ['en', false, /^These words always count\. .* As of 21 Nov, 11:00 it does not, so use the words\.$/],
  ['fr', true, /^Ces mots comptent toujours\. .* tant que YouTube nous laisse le lire\. État au 21 nov\., 11:00 : c’est le cas\.$/],
  ['fr', false, /^Ces mots comptent toujours\. .* État au 21 nov\., 11:00 : ce n’est pas le cas, utilisez donc les mots\.$/],
] as const)('in %s: the mention follows the consent of the account: %s', async (locale, given, text) => {
  consent = given
  said({ network: 'youtube' }, locale)
  expect(await screen.findByText(text)).toBeDefined()
})
