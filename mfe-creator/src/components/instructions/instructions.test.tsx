// @vitest-environment jsdom
import type { SignUpState } from '@reelfair/contracts'
import { inLanguages, showPage, stubApi } from '@reelfair/web-kit/testing'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { aSignUp } from '../public-campaigns/a-public-campaign.fixture.ts'
import { Instructions } from './instructions.tsx'

let consent: boolean | undefined
stubApi({
  'GET /verification/accounts': () => ({
    items: [{ id: aSignUp().accountId, paidLabelConsent: consent, statsAt: '2026-11-21T10:00:00.000Z' }],
    networks: [],
  }),
  'GET /metrics/readings/latest': { nextAt: '2026-11-21T23:00:00.000Z' },
})
function showInstructions(signUp: Parameters<typeof aSignUp>[0], locale: 'en' | 'fr') {
  showPage(
    <main>
      <Instructions signUp={aSignUp(signUp)} />
    </main>,
    { locale },
  )
  return screen.getByRole('main').textContent
}
beforeEach(() => {
  vi.setSystemTime('2026-11-22T12:00:00.000Z')
  consent = undefined
})

test('lists the four steps in order, with the link, logo and code', async () => {
  const user = userEvent.setup()
  showPage(<Instructions signUp={aSignUp()} level={4} />)
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Add the link to the bio of @lina.mrtn',
    'Film a vertical video with the logo',
    'Publish the video on Instagram as @lina.mrtn',
    'Leave everything as it is',
    'What happens next',
  ])
  await user.click(screen.getByRole('button', { name: /^Copy the link/ }))
  expect(await navigator.clipboard.readText()).toBe('https://kefiro.example/rf')
  await user.click(screen.getByRole('button', { name: /^Copy the code/ }))
  expect(await navigator.clipboard.readText()).toBe('RF-7K2QD')
  await user.click(screen.getByRole('button', { name: /^Copy code and disclosure/ }))
  expect(await navigator.clipboard.readText()).toBe('RF-7K2QD Commercial collaboration')
  const save = screen.getByRole('link', { name: 'Download the logo' })
  expect(save.getAttribute('href')).toBe('/api/campaigns/media/019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c70?download=1')
  expect(save.hasAttribute('download')).toBe(true)
})

test.each([
  ['instagram', 'en', /On Instagram, only these words count/],
  ['tiktok', 'fr', /Sur TikTok, seule cette mention écrite compte/],
  [
    'youtube',
    'en',
    /These words always count\. On YouTube, the “Includes paid promotion” label also counts as your disclosure, but only while YouTube lets us read it\./,
  ],
] as const)('explains what counts as a disclosure on %s in %s', (network, locale, text) => {
  expect(showInstructions({ network }, locale)).toMatch(text)
})

test.each([
  ['en', 'Up to 100 videos, until'],
  ['fr', '100 vidéos au maximum, jusqu’au'],
] as const)('in %s: states the maximum number of videos per sign-up', (locale, sentence) => {
  expect(showInstructions({}, locale)).toContain(sentence)
})

test('shows the campaign’s logo and code in the example picture, and an animated logo as a video', () => {
  showPage(<Instructions signUp={aSignUp()} />)
  const picture = screen.getByRole('img', { name: /a vertical video, .* RF-7K2QD/ })
  expect(picture.querySelector('img')?.getAttribute('src')).toBe('/api/campaigns/media/019aa5b0-6c1e-7000-8d2c-4f1f0a3b9c70')
  expect(screen.queryByText(/Animated logo/)).toBeNull()
  cleanup()
  showPage(<Instructions signUp={aSignUp({ logo: { mediaId: 'm', kind: 'webm', type: 'video/webm' } })} />)
  expect(
    screen
      .getByRole('img', { name: /a vertical video/ })
      .querySelector('video')
      ?.getAttribute('src'),
  ).toBe('/api/campaigns/media/m')
  expect(screen.getByText(/Animated logo .* at least 15 seconds/)).toBeDefined()
})

test('shows the next reading and the terms stored with the sign-up', async () => {
  const { terms } = aSignUp()
  showPage(
    <Instructions signUp={aSignUp({ terms: { ...terms, windowDays: 9, rateCard: { validFrom: '2026-01-01', centsPer1000: 12 } } })} />,
  )
  expect(screen.getByText(/for 9 days after we first find it/)).toBeDefined()
  expect(screen.getByText(/^€0\.12 per 1,000 qualified views/)).toBeDefined()
  expect(await screen.findByText(/Next reading of your views: Sun 22 Nov, 00:00/)).toBeDefined()
})

const over: [Exclude<SignUpState, 'active'>, Record<'en' | 'fr', RegExp>][] = [
  ['closed', { en: /allocated.*so far: €1\.23/, fr: /attribuées.*à ce jour\s: 1,23\u00a0€/ }],
  [
    'ended',
    {
      en: /has ended.*€1\.23 is held .* until Mon 30 Nov, 18:00/,
      fr: /terminée.*bloqué jusqu’au lun\. 30 nov\., 18:00, .*1,23\u00a0€/,
    },
  ],
  // A sign-up does not record later transfers, so the text must still be correct after a transfer.
  ['settled', { en: /settled.*You earned €1\.23\. It was credited/, fr: /clôturée.*\(1,23\u00a0€\) ont été crédités/ }],
  [
    'withdrawn',
    {
      en: /withdrew this campaign.*found no views that count/,
      fr: /a retiré cette campagne.*Aucune vue n’a pu être prise en compte/,
    },
  ],
]
test.each(inLanguages(over))('in %s: replaces the instructions for a %s sign-up with an explanation', (locale, state, text) => {
  expect(showInstructions({ state, cents: 123, payableAt: '2026-11-30T17:00:00.000Z' }, locale)).toMatch(text[locale])
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByText('RF-7K2QD')).toBeNull()
})

test.each([
  [
    'en',
    /has ended.*We still have to count the views up to the end of the campaign\. You’ll be paid on Mon 30 Nov, 18:00 for those that qualify/,
  ],
  [
    'fr',
    /terminée.*Les vues obtenues jusqu’à la fin de la campagne doivent encore être relevées\s; les vues qualifiées seront payées le lun\. 30 nov\., 18:00/,
  ],
] as const)('in %s: announces a final count if the campaign ended before the first reading', (locale, text) => {
  expect(showInstructions({ state: 'ended', cents: 0, payableAt: '2026-11-30T17:00:00.000Z' }, locale)).toMatch(text)
})

test.each([
  ['en', 123, /€1\.23 may be held until Wed 25 Nov, 02:00: the network hasn’t provided its final figures yet\./],
  ['fr', 123, /bloqué jusqu’au mer\. 25 nov\., 02:00 au plus tard\s: 1,23\u00a0€/],
  ['en', 0, /The network hasn’t provided its final figures yet\. You’ll be paid by Wed 25 Nov, 02:00 at the latest for views that count\./],
  ['fr', 0, /Les vues qualifiées seront payées le mer\. 25 nov\., 02:00 au plus tard/],
] as const)('in %s: shows the latest possible date and the cause when late network figures hold back %i cents', (locale, cents, text) => {
  const all = showInstructions({ state: 'ended', cents, payableAt: '2026-11-22T01:00:00.000Z' }, locale)
  expect(all).toMatch(text)
  expect(all).not.toMatch(/22 nov/i)
})

test.each([
  [
    'en',
    /transfer the rest from Sat 28 Nov, 02:00\. If the goal is reached on an earlier night, you can transfer it from 02:00, Paris time, two days after.* If a network doesn’t respond, this can take up to four days longer\./,
  ],
  [
    'fr',
    /virer le reste à partir du sam\. 28 nov\., 02:00\. .* dès 2\sh, heure de Paris, deux jours après.* Si un réseau ne répond pas, ce délai peut être prolongé de quatre jours au plus\./,
  ],
] as const)('in %s: states the date and time of the final settlement, and by how much a silent network may delay it', (locale, text) => {
  expect(showInstructions({ endsAt: '2026-11-25T18:00:00.000Z' }, locale)).toMatch(text)
})

test.each([
  ['en', 'If there are several codes, the first one that belongs to a sign-up or partnership counts.'],
  ['fr', 'Si la description en contient plusieurs, c’est le premier associé à une participation ou à un partenariat qui compte.'],
] as const)('in %s: says which of several codes counts', (locale, sentence) => {
  expect(showInstructions({}, locale)).toContain(sentence)
})

test('does not report missing figures while the night’s settlement may still be running', () => {
  vi.setSystemTime('2026-11-22T02:59:00.000Z')
  const all = showInstructions({ state: 'ended', cents: 123, payableAt: '2026-11-22T01:00:00.000Z' }, 'en')
  expect(all).toMatch(/is held for the final reading, until Sun 22 Nov, 02:00/)
  expect(all).not.toContain('latest')
})

test.each([
  ['en', /is held for the final reading, until Wed 25 Nov, 02:00/],
  ['fr', /bloqué jusqu’au mer\. 25 nov\., 02:00, en attendant le dernier relevé/],
] as const)('in %s: shows the date for a sign-up that has ended, before its settlement is planned', (locale, text) => {
  expect(showInstructions({ state: 'ended', cents: 123, endsAt: '2026-11-22T11:00:00.000Z' }, locale)).toMatch(text)
})

test.each([
  ['en', true, /^These words always count\. .* only while YouTube lets us read it\. As of 21 Nov, 11:00, we can read the label\.$/],
  ['en', false, /^These words always count\. .* As of 21 Nov, 11:00, we can’t read the label, so use the words\.$/],
  [
    'fr',
    true,
    /^Cette mention écrite compte dans tous les cas\. .* tant que YouTube nous permet de le détecter\. Situation au 21 nov\., 11:00 : nous pouvons détecter ce label\.$/,
  ],
  [
    'fr',
    false,
    /^Cette mention écrite compte dans tous les cas\. .* Situation au 21 nov\., 11:00 : nous ne pouvons pas détecter ce label\. Ajoutez donc la mention écrite\.$/,
  ],
] as const)('in %s: states whether the label counts when the account’s consent is %s', async (locale, given, text) => {
  consent = given
  showInstructions({ network: 'youtube' }, locale)
  expect(await screen.findByText(text)).toBeDefined()
})
