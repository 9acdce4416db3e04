import { TextLink } from '../button/button.tsx'
import { formatCount } from '../format.ts'
import { Section } from '../page/page.tsx'
import { useLocale } from '../provider/ui-provider.tsx'
import { Frame } from '../signature/index.ts'
import { type Column, Table } from '../table/index.ts'
import { Stack, useText } from './use-text.tsx'

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

/** Tables that are plain, dense, loading or empty. */
export function Tables() {
  const t = useText()
  const locale = useLocale()
  const count = (views: number) => formatCount(views, locale)
  const sum = (key: 'seen' | 'qualified') => count(videos.reduce((total, video) => total + video[key], 0))
  const columns = useVideoColumns()
  const dense: Column<Video>[] = [
    { key: 'name', head: t('Video', 'Vidéo'), rowHead: true, cell: ({ name }) => name },
    { key: 'creator', head: t('Creator', 'Créateur'), cell: ({ creator }) => creator },
    ...columns.slice(1),
  ]
  const caption = t('Videos of “Fridge door”', 'Vidéos de «\u00a0Porte de frigo\u00a0»')
  return (
    <Section title={t('Tables', 'Tableaux')} link={<TextLink href="#csv">{t('Export CSV', 'Exporter en CSV')}</TextLink>}>
      <Stack>
        <Table
          caption={caption}
          columns={columns}
          rows={videos}
          rowKey={({ id }) => id}
          sum={{ video: t('Total', 'Total'), seen: sum('seen'), qualified: sum('qualified') }}
        />
        <Table
          caption={caption}
          dense
          columns={dense}
          rows={videos}
          rowKey={({ id }) => id}
          sum={{ name: t('Total', 'Total'), seen: sum('seen'), qualified: sum('qualified') }}
        />
        <Table caption={caption} columns={columns} rows={[]} rowKey={({ id }) => id} loading skeletonRows={3} />
        <Table
          caption={caption}
          columns={columns}
          rows={[]}
          rowKey={({ id }) => id}
          empty={t(
            'No videos yet. Creators can publish until 22 Nov, 18:00.',
            'Aucune vidéo pour l’instant. Les créateurs peuvent publier jusqu’au 22 nov. à 18:00.',
          )}
        />
      </Stack>
    </Section>
  )
}

function useVideoColumns(): Column<Video>[] {
  const t = useText()
  const locale = useLocale()
  return [
    {
      key: 'video',
      head: t('Video', 'Vidéo'),
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
    { key: 'seen', head: t('Seen', 'Relevées'), align: 'end', cell: ({ seen }) => formatCount(seen, locale) },
    {
      key: 'qualified',
      head: t('Qualified', 'Qualifiées'),
      align: 'end',
      weight: 'strong',
      cell: ({ qualified }) => formatCount(qualified, locale),
    },
  ]
}
