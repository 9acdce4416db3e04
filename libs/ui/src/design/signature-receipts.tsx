import { useState } from 'react'
import { TextLink } from '../button/button.tsx'
import { Section } from '../page/page.tsx'
import { type PayLine, Receipt, type ReceiptCheck, type ReceiptLine } from '../signature/receipt.tsx'
import { Slip, SlipLine, SlipSection } from '../signature/slip.tsx'
import { Stack, useText } from './use-text.tsx'

function useReceipt() {
  const t = useText()
  const seen: ReceiptLine[] = [
    { id: 'canal', label: t('Canal at 6 a.m.', 'Le canal à 6 h'), views: 318_406 },
    { id: 'brakes', label: t('Brakes, explained', 'Comprendre les freins'), views: 119_880 },
  ]
  const deducted: ReceiptLine[] = [
    {
      id: 'before',
      label: t('Before sign-up', 'Avant l’inscription'),
      views: 4_210,
      note: t('counted when you signed up, 11 Nov 18:00', 'relevées à votre inscription, le 11 nov. à 18:00'),
    },
    {
      id: 'growth',
      label: t('Growth that doesn’t look human', 'Croissance des vues qui ne semble pas naturelle'),
      views: 12_960,
      note: t('night of 14 Nov; review closed 16 Nov', 'nuit du 14 nov.\u00a0; vérification terminée le 16 nov.'),
    },
    {
      id: 'link',
      label: t('Link not in bio', 'Lien absent de la bio'),
      views: 7_374,
      note: t('12 Nov 00:31 to 14 Nov 00:22, then fixed', 'du 12 nov. à 00:31 au 14 nov. à 00:22, puis corrigé'),
    },
  ]
  const pay: PayLine[] = [
    { id: 'rate', label: t('413,742 × €0.10 per 1,000', '413\u00a0742 × 0,10\u00a0€ pour 1\u00a0000'), cents: 4137.42, exact: true },
    { id: 'share', label: t('Your share', 'Votre part'), text: t('100%', '100\u00a0%') },
    {
      id: 'rounding',
      label: t('Rounded down to the cent', 'Arrondi au centime inférieur'),
      cents: -0.42,
      exact: true,
      note: t(
        '42 views past the last full cent; 58 more would have earned the next',
        '42 vues au-delà du dernier centime entier\u00a0; il en manquait 58 pour le suivant',
      ),
    },
  ]
  return {
    number: 'R-20391',
    writtenAt: '2026-11-18T23:52:00Z',
    party: '@lina.mrtn',
    place: 'Instagram',
    title: t('Olmo Bikes, “Ride the canal”', 'Olmo Bikes, «\u00a0Le long du canal\u00a0»'),
    details: t('11 to 18 Nov 2026, 2 videos, code RF-7K2QD', 'du 11 au 18 nov. 2026, 2 vidéos, code RF-7K2QD'),
    total: 4137,
    seen,
    seenNote: t('last reading 18 Nov', 'dernier relevé le 18 nov.'),
    deducted,
    pay,
    payNote: t('rate card dated 1 Sept 2026', 'barème du 1er sept. 2026'),
  }
}

type Translate = ReturnType<typeof useText>

const receiptNotes = (t: Translate) => [
  {
    line: 'canal',
    title: t('We start with the full count', 'Nous partons du total des vues'),
    text: t(
      'The platform’s own figure, read every night and kept on file.',
      'C’est le chiffre de la plateforme. Nous le relevons chaque nuit et nous le conservons.',
    ),
  },
  {
    line: 'before',
    title: t('Every deduction has a reason', 'Chaque déduction est justifiée'),
    text: t(
      'There are nine reasons. Each is dated, and most can be fixed the same day.',
      'Il existe neuf motifs. Chacun est daté, et la plupart des problèmes se corrigent le jour même.',
    ),
  },
  {
    line: 'pay',
    title: t('One public rate', 'Un tarif public'),
    text: t(
      'Campaigns pay creators €0.10 per 1,000 qualified views. The rate never changes mid-campaign.',
      'Une campagne rapporte 0,10\u00a0€ pour 1\u00a0000 vues qualifiées. Le tarif ne change jamais en cours de campagne.',
    ),
  },
  {
    line: 'rounding',
    title: t('Rounding has its own line', 'L’arrondi a sa propre ligne'),
    text: t(
      'Always down, always by less than a cent, always shown.',
      'L’arrondi, toujours à la baisse et inférieur à un centime, figure sur chaque reçu.',
    ),
  },
  {
    line: 'recompute',
    title: t('Check the calculation', 'Vérifiez le calcul'),
    text: t(
      '“Recompute” adds up the lines again. If the totals differ, the receipt shows both.',
      'Le bouton «\u00a0Recalculer\u00a0» additionne de nouveau les lignes. Si les totaux diffèrent, le reçu affiche les deux.',
    ),
  },
]

export function Receipts() {
  const t = useText()
  const receipt = useReceipt()
  const [check, setCheck] = useState<ReceiptCheck>({ state: 'fresh' })
  const at = '2026-11-19T18:21:00Z'
  const recompute = () => {
    setCheck({ state: 'recomputing' })
    setTimeout(() => setCheck({ state: 'same', at }), 1200)
  }
  return (
    <Section title={t('Receipt', 'Reçu')}>
      <Stack>
        <Receipt {...receipt} check={check} onRecompute={recompute} notes={receiptNotes(t)} />
        <Receipt {...receipt} check={{ state: 'same', at }} onRecompute={() => undefined} />
        <Receipt {...receipt} onRecompute={() => undefined} check={{ state: 'recomputing' }} />
        <Receipt
          {...receipt}
          onRecompute={() => undefined}
          check={{
            state: 'differs',
            at,
            total: 4138,
            contact: <TextLink href="#person">{t('Contact support', 'Contacter l’assistance')}</TextLink>,
          }}
        />
        <NightReceipts />
        <Slip label={t('Kéfiro, night 4', 'Kéfiro, nuit 4')}>
          <SlipSection name={t('Last night', 'La nuit dernière')} note={t('night 4', 'nuit 4')}>
            <SlipLine label={t('Seen', 'Relevées')} value={t('25,287', '25\u00a0287')} />
            <SlipLine kind="out" label={t('Excluded', 'Exclues')} value={t('−525', '−525')} />
            <SlipLine kind="total" label={t('Charged', 'Facturé')} value={t('24,762', '24\u00a0762')} />
          </SlipSection>
        </Slip>
      </Stack>
    </Section>
  )
}

function NightReceipts() {
  const t = useText()
  return (
    <>
      <Receipt
        number="C-1187"
        writtenAt="2026-11-18T23:41:00Z"
        party="Kéfiro"
        title={t('“Fridge door”, night 4', '«\u00a0Porte de frigo\u00a0», nuit 4')}
        unit="credits"
        total={20_722}
        seen={[{ id: 'all', label: t('4 videos', '4 vidéos'), views: 25_287 }]}
        deducted={[
          { id: 'review', label: t('In review', 'En vérification'), views: 4_040, kind: 'held' },
          { id: 'out', label: t('Excluded', 'Exclues'), views: 525 },
        ]}
      />
      <Receipt
        number="C-1188"
        writtenAt="2026-11-19T23:41:00Z"
        party="Kéfiro"
        title={t('“Fridge door”, night 5', '«\u00a0Porte de frigo\u00a0», nuit 5')}
        unit="credits"
        total={19_804}
        seen={[{ id: 'all', label: t('4 videos', '4 vidéos'), views: 19_804 }]}
        deducted={[]}
      />
    </>
  )
}
