import { useState } from 'react'
import { TextLink } from '../button/button.tsx'
import { formatCount } from '../format.ts'
import { Section } from '../page/page.tsx'
import { useLocale } from '../provider/ui-provider.tsx'
import { Frame } from '../signature/index.ts'
import { type Column, type Sort, Statement, Table } from '../table/index.ts'
import { Stack, useText } from './say.tsx'

const videos = [
  {
    id: 'a',
    creator: '@lina.mrtn',
    name: 'What’s in my fridge, week 46',
    posted: 'Reel, 15 Nov',
    seen: 36_902,
    qualified: 35_032,
    logo: 'found',
  },
  { id: 'b', creator: '@lina.mrtn', name: 'Three-minute lassi', posted: 'TikTok, 16 Nov', seen: 13_638, qualified: 13_198, logo: 'found' },
  {
    id: 'c',
    creator: '@tom.cuisine',
    name: 'Gut feeling, episode 3',
    posted: 'Short, 16 Nov',
    seen: 24_464,
    qualified: 16_402,
    logo: 'held',
  },
  {
    id: 'd',
    creator: '@studio.nao',
    name: 'Fridge tour, tiny flat',
    posted: 'Reel, 15 Nov',
    seen: 11_381,
    qualified: 9_686,
    logo: 'absent',
  },
] as const
type Video = (typeof videos)[number]

export function Tables() {
  const say = useText()
  const locale = useLocale()
  const [sort, setSort] = useState<Sort>({ key: 'seen', direction: 'descending' })
  const count = (views: number) => formatCount(views, locale)
  const sum = (key: 'seen' | 'qualified') => count(videos.reduce((total, video) => total + video[key], 0))
  const sorted = [...videos].sort((a, b) => (a.seen - b.seen) * (sort.direction === 'ascending' ? 1 : -1))
  const columns = useVideoColumns()
  const dense: Column<Video>[] = [
    { key: 'name', head: say('Video', 'Vidéo'), rowHead: true, cell: ({ name }) => name },
    { key: 'creator', head: say('Creator', 'Créateur'), cell: ({ creator }) => creator },
    ...columns.slice(1),
  ]
  const caption = say('Videos of “Fridge door”', 'Vidéos de «\u00a0Porte de frigo\u00a0»')
  return (
    <Section title={say('Tables', 'Tableaux')} link={<TextLink href="#csv">{say('Export CSV', 'Exporter en CSV')}</TextLink>}>
      <Stack>
        <BalanceStatement />
        <Table
          caption={caption}
          captionShown
          columns={columns}
          rows={videos}
          rowKey={({ id }) => id}
          group={({ creator }) => creator}
          sum={{ video: say('Total', 'Total'), seen: sum('seen'), qualified: sum('qualified') }}
        />
        <Table
          caption={caption}
          dense
          columns={dense}
          rows={sorted}
          rowKey={({ id }) => id}
          sort={sort}
          onSort={setSort}
          sum={{ name: say('Total', 'Total'), seen: sum('seen'), qualified: sum('qualified') }}
        />
        <Table caption={caption} columns={columns} rows={[]} rowKey={({ id }) => id} loading skeletonRows={3} />
        <Table
          caption={caption}
          columns={columns}
          rows={[]}
          rowKey={({ id }) => id}
          empty={say(
            'No videos yet. Creators can publish until 22 Nov, 18:00.',
            'Aucune vidéo pour l’instant. Les créateurs peuvent publier jusqu’au 22 nov. à 18:00.',
          )}
        />
      </Stack>
    </Section>
  )
}

function useVideoColumns(): Column<Video>[] {
  const say = useText()
  const locale = useLocale()
  return [
    {
      key: 'video',
      head: say('Video', 'Vidéo'),
      rowHead: true,
      stack: 'name',
      cell: ({ name, posted, logo }) => (
        <span style={{ display: 'flex', gap: 12 }}>
          <Frame logo={logo} />
          <span className="rf-entry">
            <span>{name}</span>
            <small>{posted}</small>
          </span>
        </span>
      ),
    },
    { key: 'seen', head: say('Seen', 'Relevées'), align: 'end', sortable: true, cell: ({ seen }) => formatCount(seen, locale) },
    {
      key: 'qualified',
      head: say('Qualified', 'Qualifiées'),
      align: 'end',
      weight: 'strong',
      cell: ({ qualified }) => formatCount(qualified, locale),
    },
  ]
}

function BalanceStatement() {
  const say = useText()
  const receipt = (number: string) => <TextLink href={`#${number}`}>{number}</TextLink>
  return (
    <Statement
      caption={say('Your available balance in November', 'Votre solde disponible en novembre')}
      entries={[
        {
          id: '1',
          date: '2026-11-18',
          entry: say('Transfer to Stripe ••4821', 'Virement vers Stripe ••4821'),
          note: say('On its way, due Friday 20 Nov', 'Virement en cours, attendu le vendredi 20 nov.'),
          state: 'inTransfer',
          receipt: receipt('T-0918'),
          amountCents: -1500,
          afterCents: 2352,
        },
        {
          id: '2',
          date: '2026-11-17',
          entry: say('Brasserie Tivoli, “Terrace hours”', 'Brasserie Tivoli, «\u00a0L’heure du plat\u00a0»'),
          note: say('Held since 15 Nov, now available', 'Bloqué depuis le 15 nov., désormais disponible'),
          state: 'available',
          receipt: receipt('R-20344'),
          amountCents: 2701,
          afterCents: 3852,
        },
        {
          id: '3',
          date: '2026-11-12',
          entry: say('Correction: Lumo Books, “First page”', 'Correction\u00a0: Lumo Books, «\u00a0Première page\u00a0»'),
          note: say('Logo confirmed, 1,300 views restored', 'Logo confirmé, 1\u00a0300 vues rétablies'),
          state: 'available',
          receipt: receipt('R-20377'),
          amountCents: 13,
          afterCents: 1151,
        },
        {
          id: '4',
          date: '2026-11-03',
          entry: say('Transfer to Stripe ••4821', 'Virement vers Stripe ••4821'),
          note: say('Paid 5 Nov', 'Versé le 5 nov.'),
          state: 'paid',
          receipt: receipt('T-0871'),
          amountCents: -3420,
          afterCents: 0,
        },
      ]}
      opening={{ date: '2026-11-01', entry: say('Carried over from October', 'Report d’octobre'), cents: 3420 }}
      closing={{ date: '2026-11-19', entry: say('Available now', 'Disponible'), cents: 2352 }}
    />
  )
}
