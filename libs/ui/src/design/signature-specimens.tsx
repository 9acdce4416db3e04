import ArrowRight from 'lucide-react/icons/arrow-right'
import Clock from 'lucide-react/icons/clock'
import Landmark from 'lucide-react/icons/landmark'
import { Button, TextLink } from '../button/button.tsx'
import { Page, Section } from '../page/page.tsx'
import { Sheet } from '../sheet/sheet.tsx'
import { MoneyPath, NextStep, ReasonChip, StationMark, stations, TierBar, TierTable, Tiles, ViewBar, Warning } from '../signature/index.ts'
import { Charts } from './signature-charts.tsx'
import { Frames } from './signature-frames.tsx'
import { Receipts } from './signature-receipts.tsx'
import { Tables } from './signature-tables.tsx'
import { Stack, useText } from './use-text.tsx'

export function SignatureSpecimens() {
  const t = useText()
  return (
    <Page as="div">
      <NextSteps />
      <Section title={t('Views', 'Vues')}>
        <Tiles
          tiles={[
            {
              label: t('Views generated', 'Vues générées'),
              value: 407_614,
              note: t(
                '8,144 in review, 22,312 excluded and not charged',
                '8\u00a0144 en vérification, 22\u00a0312 exclues et non facturées',
              ),
            },
            {
              label: t('Spent', 'Dépensés'),
              value: 377_158,
              note: t('qualified views', 'vues qualifiées'),
              part: { texture: 'spent', word: t('spent', 'dépensés') },
            },
            {
              label: t('Held', 'Réservés'),
              value: 96_196,
              note: t('reserved for 2 campaigns', 'réservés pour 2 campagnes'),
              part: { texture: 'held', word: t('held', 'réservés') },
            },
            {
              label: t('Available', 'Disponibles'),
              value: 276_646,
              note: <TextLink href="#credits">{t('Buy credits', 'Acheter des crédits')}</TextLink>,
              part: { texture: 'available', word: t('available', 'disponibles') },
            },
          ]}
          sumWord={t('credits in total', 'crédits au total')}
        />
      </Section>
      <Bars />
      <Money />
      <Receipts />
      <Tables />
      <Charts />
      <Reasons />
      <Frames />
    </Page>
  )
}

function NextSteps() {
  const t = useText()
  return (
    <Section title={t('Next', 'À faire')} hand>
      <Stack>
        <NextStep
          level={3}
          sentence={t(
            'One video shows your logo too small. *6,940 views are waiting for your answer.*',
            'Remettez le lien Northlace dans votre bio *avant minuit.*',
          )}
          icon={Clock}
          consequence={t(
            'If you don’t answer by Sunday 22 Nov, 18:00, our team decides. You aren’t charged in the meantime.',
            'Si le lien est en place au prochain relevé, entre minuit et 1 h, les vues de cette nuit comptent. Sinon, elles restent exclues.',
          )}
          action={
            <Button look="filled" iconAfter={ArrowRight}>
              {t('See the video', 'Copier le lien')}
            </Button>
          }
        />
        <NextStep
          level={3}
          sentence={t(
            'No action needed. *We read your views tonight* between 00:00 and 01:00.',
            'Vous n’avez rien à faire. *Vos vues sont relevées cette nuit* entre minuit et 1 h.',
          )}
          icon={Landmark}
          consequence={t(
            '€41.37 is held until 28 Nov, then it’s available to transfer.',
            '41,37\u00a0€ sont bloqués jusqu’au 28 nov. Vous pourrez ensuite les virer.',
          )}
        />
      </Stack>
    </Section>
  )
}

const TIERS = [0, 25, 50, 75, 100].map((tier) => ({ tier, views: tier * 100, cents: tier * 2 }))
const withCredits = (row: (typeof TIERS)[number]) => ({ ...row, consumed: row.views, returned: 10_000 - row.views })

function Bars() {
  const t = useText()
  return (
    <Section
      title={t('View bar', 'Barre de vues')}
      note={t('Excluded views are beyond the goal.', 'Les vues exclues apparaissent au-delà de l’objectif.')}
    >
      <Stack>
        <ViewBar goal={120_000} qualified={74_318} inReview={6_940} excluded={5_127} />
        <ViewBar goal={120_000} qualified={48_230} others={26_088} inReview={6_940} excluded={2_310} />
        <ViewBar goal={500_000} qualified={413_742} others={86_258} inReview={0} excluded={24_544} />
        <ViewBar
          size="landing"
          foldKey={false}
          goal={120_000}
          qualified={74_318}
          inReview={6_940}
          excluded={5_127}
          words={{
            qualified: t('Qualified, charged', 'Qualifiées, facturées'),
            inReview: t('In review, not charged yet', 'En vérification, pas encore facturées'),
            remaining: t('Still to come', 'À venir'),
            excluded: t('Excluded, never charged', 'Exclues, jamais facturées'),
          }}
        />
        <ViewBar goal={500_000} qualified={120} inReview={3} excluded={9} />
        <ViewBar goal={1_000} qualified={980} inReview={400} excluded={61_204} />
        <ViewBar goal={60_000} qualified={0} inReview={0} excluded={0} />
        <TierBar goal={10_000} qualified={6_240} inReview={0} excluded={1_244} tiers={TIERS} />
        <TierBar goal={10_000} qualified={0} inReview={1_200} excluded={0} tiers={TIERS} />
        <TierBar goal={10_000} qualified={9_900} inReview={0} excluded={0} tiers={TIERS} notes={{ 25: t('20 Nov', '20 nov.') }} />
        <TierBar goal={10_000} qualified={12_345} inReview={0} excluded={9} tiers={TIERS} />
        <TierTable tiers={TIERS} />
        <TierTable today={50} label={t('Credits by tier', 'Crédits par palier')} tiers={TIERS.map(withCredits)} />
      </Stack>
    </Section>
  )
}

function Money() {
  const t = useText()
  const at = {
    earned: {
      cents: 618,
      note: (
        <Dated before={t('2 campaigns still running.', '2 campagnes en cours.')} date={t('Next: 22 Nov', 'Prochaine fin\u00a0: 22 nov.')} />
      ),
    },
    held: {
      cents: 4137,
      note: <Dated before={t('Final checks.', 'Derniers contrôles.')} date={t('Until 20 Nov, 02:00', 'Jusqu’au 20 nov., 02:00')} />,
    },
    available: {
      cents: 2352,
      note: <Dated before={t('Transfer it any time.', 'Virement possible à tout moment.')} date={t('Today.', 'Aujourd’hui.')} />,
    },
    inTransfer: {
      cents: 1500,
      note: <Dated before={t('Sent 18 Nov.', 'Envoyé le 18 nov.')} date={t('Due 20 Nov.', 'Attendu le 20 nov.')} />,
    },
    paid: {
      cents: 11240,
      note: <Dated before={t('4 transfers since June.', '4 virements depuis juin.')} date={t('Last: 5 Nov.', 'Dernier\u00a0: 5 nov.')} />,
    },
  }
  const { available: _hero, ...rest } = at
  return (
    <Section
      title={t('Where your money is', 'Où est votre argent')}
      note={t('Every euro is in one of five stages.', 'Chaque euro se trouve à l’une des cinq étapes.')}
    >
      <Stack>
        <MoneyPath
          at={at}
          sumWord={t('earned since 2 June 2026.', 'gagnés depuis le 2 juin 2026.')}
          afterSum={t('All accounted for.', 'Le compte y est.')}
        />
        <Sheet>
          <MoneyPath variant="list" at={rest} />
        </Sheet>
        <p style={{ display: 'flex', flexWrap: 'wrap', gap: 20 }}>
          {stations.map((station) => (
            <StationMark key={station} of={station} />
          ))}
        </p>
      </Stack>
    </Section>
  )
}

const Dated = ({ before, date }: { before: string; date: string }) => (
  <>
    {before} <strong>{date}</strong>
  </>
)

function Reasons() {
  const t = useText()
  return (
    <Section title={t('Reasons', 'Motifs')}>
      <Stack>
        <ReasonChip
          kind="out"
          reason={t('Before sign-up', 'Avant l’inscription')}
          views={1_870}
          fix={t('Seen before 15 Nov, 18:40. Nothing to fix.', 'Relevées avant le 15 nov. à 18:40. Rien à corriger.')}
        />
        <ReasonChip
          kind="held"
          reason={t('Your answer needed', 'Votre réponse est attendue')}
          fix={t('6,940 views held until 22 Nov', '6\u00a0940 vues en vérification jusqu’au 22 nov.')}
        />
        <ReasonChip
          kind="passed"
          reason={t('Logo found', 'Logo détecté')}
          fix={t('0:00 to 0:41, full width', 'de 0:00 à 0:41, pleine largeur')}
        />
        <ReasonChip
          boxed
          kind="out"
          reason={t('Link not in bio', 'Lien absent de la bio')}
          views={861}
          unit={t('views excluded', 'vues exclues')}
          fix={t(
            'Put northlace.example/rf back. Views count from tonight’s reading.',
            'Remettez northlace.example/rf dans la bio de @lina.mrtn. Les vues suivantes comptent dès le relevé de cette nuit.',
          )}
        />
        <Warning
          title={t('Hard to recognise', 'Difficile à reconnaître')}
          fixes={[
            t('Darken the line: #8A3A1C reaches 5.7:1', 'Foncez la ligne\u00a0: #8A3A1C atteint 5,7:1'),
            t('Or remove it: the name alone is enough', 'Ou retirez-la\u00a0: le nom seul suffit'),
          ]}
          actions={
            <>
              <Button>{t('Replace the file', 'Remplacer le fichier')}</Button>
              <Button look="quiet">{t('Keep it as is', 'Garder tel quel')}</Button>
            </>
          }
        >
          {t(
            'On a phone, “fermenté lentement” can’t be read. Our nightly check may then miss the logo and hold views for review.',
            'Sur un téléphone, «\u00a0fermenté lentement\u00a0» est illisible. Notre contrôle nocturne risque alors de ne pas détecter le logo et de mettre des vues en vérification.',
          )}
        </Warning>
      </Stack>
    </Section>
  )
}
