import { NightsChart } from '../charts/nights-chart.tsx'
import { NotCharged } from '../charts/not-charged.tsx'
import { ViewsOverTime } from '../charts/views-over-time.tsx'
import { Section } from '../page/page.tsx'
import { Stack, useText } from './use-text.tsx'

const nightly = [
  [9_840, 0, 420],
  [14_210, 0, 410],
  [17_655, 0, 640],
  [14_975, 0, 490],
  [11_340, 0, 370],
  [8_420, 0, 380],
  [5_560, 0, 340],
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
  [11_204, 0, 2_400],
  [18_930, 0, 1_074],
  [27_332, 3_160, 785],
  [26_338, 4_984, 610],
] as const

const nights = nightly.map(([qualified, inReview, excluded], index) => ({
  date: `2026-11-${String(6 + index).padStart(2, '0')}`,
  qualified,
  inReview,
  excluded,
}))
const readings = [0, 11_204, 30_134, 53_596, 74_318].map((qualified, index) => ({
  date: `2026-11-${15 + index}`,
  qualified,
  inReview: [0, 0, 0, 2_900, 6_940][index] ?? 0,
  excluded: [0, 2_400, 3_940, 4_602, 5_127][index] ?? 0,
}))

export function Charts() {
  const t = useText()
  return (
    <Section
      title={t('Night by night', 'Nuit par nuit')}
      note={t(
        '165,804 qualified views over 14 nights, all campaigns.',
        '165\u00a0804 vues qualifiées en 14 nuits, toutes campagnes confondues.',
      )}
    >
      <Stack>
        <NightsChart
          label={t('Views night by night, 6 to 19 November', 'Vues nuit par nuit, du 6 au 19 novembre')}
          nights={nights}
          notes={[
            {
              from: '2026-11-06',
              to: '2026-11-12',
              text: t('“School run” reaches its goal, 82,000', '«\u00a0Sortie d’école\u00a0» atteint son objectif de 82\u00a0000 vues'),
            },
            { from: '2026-11-18', to: '2026-11-19', text: t('two campaigns running', 'deux campagnes en cours') },
          ]}
        />
        <NightsChart label={t('A first night', 'Une première nuit')} nights={nights.slice(0, 1)} />
        <NightsChart label={t('No night', 'Aucune nuit')} nights={[]} />
        <ViewsOverTime
          label={t('Total views of “Fridge door” over time', 'Cumul des vues de «\u00a0Porte de frigo\u00a0»')}
          readings={readings}
          goal={120_000}
          notes={[{ from: '2026-11-18', to: '2026-11-19', text: t('logo in review', 'logo en vérification') }]}
        />
        <NotChargedViews />
        <NotCharged reasons={[]} />
      </Stack>
    </Section>
  )
}

function NotChargedViews() {
  const t = useText()
  return (
    <NotCharged
      reasons={[
        {
          reason: t('Link not in bio', 'Lien absent de la bio'),
          views: 4_120,
          actionTaken: t('3 creators reminded on 18 Nov; 2 have put it back.', '3 créateurs relancés le 18 nov.\u00a0; 2 l’ont remis.'),
        },
        {
          reason: t('Before sign-up', 'Avant l’inscription'),
          views: 1_870,
          actionTaken: t('Seen before 15 Nov, 18:40. Nothing to fix.', 'Relevées avant le 15 nov. à 18:40. Rien à corriger.'),
        },
        { reason: t('Growth that doesn’t look human', 'Croissance des vues qui ne semble pas naturelle'), views: 1_489 },
        {
          reason: t('Mention missing', 'Mention absente'),
          views: 440,
          actionTaken: t('Added 17 Nov, 00:24. Counting since then.', 'Ajoutée le 17 nov. à 00:24. Les vues comptent depuis cette date.'),
        },
      ]}
    />
  )
}
