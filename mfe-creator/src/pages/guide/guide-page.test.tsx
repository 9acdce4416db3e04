// @vitest-environment jsdom
import { exclusionReasons, exclusionTable, fixTable } from '@reelfair/contracts/reasons'
import { showPage, stubApi } from '@reelfair/web-kit/testing'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GuidePage } from './guide-page.tsx'

const rateCard = { campaignCentsPer1000: 12, partnershipCentsPer1000: 25 }
const api = stubApi({ 'GET /identity/public-settings': { rateCard, reviewHours: 48 } })

test.each([
  [
    'en',
    {
      title: 'Creator guide',
      pictures: [/logo across its upper half/, /small logo/],
      table: 'Why views are excluded',
      facts: [
        'RF-7K2QX',
        '“Commercial collaboration”',
        'at least 6%',
        '€0.12',
        '€0.25',
        'once it reaches €1.00',
        '02:00',
        '00:00 and 01:00',
        '100 videos',
        'Partnerships: €0.25 per 1,000 views of the goal if you reach it.',
        'the first one that belongs to a sign-up or partnership counts',
        'If nobody decides within 48 hours, or before the final reading if that comes first, views that look automated are excluded',
        'if a network doesn’t respond, up to four days later',
      ],
      networks: ['On Instagram, only these words', 'On TikTok, only these words', 'On YouTube, the “Includes paid promotion” label'],
    },
  ],
  [
    'fr',
    {
      title: 'Guide du créateur',
      pictures: [/logo dans sa moitié supérieure/, /petit logo/],
      table: 'Pourquoi des vues sont exclues',
      facts: [
        'RF-7K2QX',
        '« Collaboration commerciale »',
        '6 %',
        '0,12 €',
        '0,25 €',
        'à partir de 1,00 €',
        '02:00',
        'entre minuit et 1 h',
        '100 premières vidéos',
        'Partenariats : 0,25 € pour 1 000 vues de l’objectif, s’il est atteint.',
        'c’est le premier associé à une participation ou à un partenariat qui compte',
        'Sans décision sous 48 heures, ou avant le dernier relevé s’il a lieu plus tôt, les vues qui semblent automatisées sont exclues',
        'Si un réseau ne répond pas, ce délai peut être prolongé de quatre jours au plus.',
      ],
      networks: ['Sur Instagram, seule cette mention', 'Sur TikTok, seule cette mention', 'Sur YouTube, le label'],
    },
  ],
] as const)('in %s: shows both pictures, the rules with the product’s figures, and each reason with its fix', async (locale, texts) => {
  showPage(<GuidePage />, { locale })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(texts.title)
  await screen.findByText(/0[.,]12/)
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toEqual(
    texts.pictures.map((name) => expect.stringMatching(name)),
  )
  const text = document.body.textContent?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? ''
  for (const fact of [...texts.facts, ...texts.networks]) expect(text).toContain(fact)
  const rows = within(screen.getByRole('table', { name: texts.table }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual(
    exclusionReasons.map((code) => [exclusionTable[code][locale], fixTable[exclusionTable[code].fix][locale]]),
  )
  expect(text).not.toMatch(/\{\{|undefined|NaN/)
})

test('omits the rates and the review period if the settings fail to load, and offers a retry', async () => {
  api.fail('GET /identity/public-settings', 'not_found', 'en')
  showPage(<GuidePage />)
  expect(await screen.findByText('We couldn’t load the rates.')).toBeDefined()
  expect(document.body.textContent).not.toContain('€')
  expect(document.body.textContent).toContain('If nobody decides in time, or before the final reading at the latest, views')
})
