import type { CreatorSearch, FoundCreator } from '@reelfair/contracts'
import { EmptyState, formatCount, LoadError, MoreButton, NumberField, Select, SkeletonRows } from '@reelfair/ui'
import { CreatorRow } from './creator-row.tsx'
import { useText } from './messages/index.ts'
import { type Agreement, useCreators } from './queries.ts'
import { RecordKey } from './record.tsx'

const SORTS = [
  'averageViews-desc',
  'averageViews-asc',
  'followers-desc',
  'followers-asc',
  'rpmCents-asc',
  'rpmCents-desc',
] as const satisfies readonly `${CreatorSearch['sort']}-${CreatorSearch['order']}`[]

interface FoundCreatorsProps {
  readonly search: CreatorSearch
  readonly onSearch: (search: CreatorSearch) => void
  /** Views per invitation as typed, and undefined as `goal` while they are invalid. */
  readonly views: number | undefined
  readonly goal: number | undefined
  readonly onViews: (views: number | undefined) => void
  readonly selected: FoundCreator | undefined
  readonly agreements: ReadonlyMap<string, Agreement>
  readonly onSelect: (creator: FoundCreator | undefined) => void
}

export function FoundCreators({ search, onSearch, views, goal, onViews, selected, agreements, onSelect }: FoundCreatorsProps) {
  const { t, locale } = useText()
  const found = useCreators(search)
  const isPartial = found.data?.pages.at(-1)?.isPartial ?? false
  const count = found.items?.length ?? 0
  const counted = { count, shown: formatCount(count, locale) }
  return (
    <section className="brand-found-list" aria-labelledby="found-count">
      <div className="brand-found-head">
        <h2 id="found-count" aria-live="polite">
          {found.isPending
            ? t('find-title')
            : count === 0 && !found.hasNextPage
              ? t('find-none')
              : t(found.hasNextPage ? 'find-first' : 'find-count', counted)}
        </h2>
        <NumberField
          label={t('goal-label')}
          value={views}
          min={1_000}
          max={500_000}
          step={1_000}
          after={t('goal-unit')}
          error={goal === undefined && t('goal-error')}
          onValue={onViews}
        />
        <Select
          label={t('sort')}
          value={`${search.sort}-${search.order}`}
          options={SORTS.map((value) => ({ value, label: t(`sort-${value}`) }))}
          onChange={({ target }) => {
            const [sort, order] = target.value.split('-') as [CreatorSearch['sort'], CreatorSearch['order']]
            onSearch({ ...search, sort, order })
          }}
        />
      </div>
      {found.isPending && <SkeletonRows rows={6} height={140} />}
      {found.isError && !found.items && <LoadError title={t('find-failed')} query={found} />}
      {found.items && count === 0 && !found.hasNextPage && <EmptyState title={t('find-none')}>{t('find-none-text')}</EmptyState>}
      {count > 0 && <ColumnHeads goal={goal} />}
      <ul>
        {found.items?.map((creator) => (
          <CreatorRow
            key={creator.accountId}
            creator={creator}
            goal={goal}
            agreement={agreements.get(creator.accountId)}
            isSelected={creator.accountId === selected?.accountId}
            onSelect={() => onSelect(creator.accountId === selected?.accountId ? undefined : creator)}
          />
        ))}
      </ul>
      {isPartial && <p className="rf-note">{t('find-partial')}</p>}
      <div className="brand-found-foot">
        {count > 0 && <RecordKey />}
        <MoreButton pages={found}>{t(isPartial ? 'find-further' : 'campaigns-more')}</MoreButton>
      </div>
    </section>
  )
}

/** Each row repeats these labels for screen readers and phones. */
function ColumnHeads({ goal }: { goal: number | undefined }) {
  const { t, locale } = useText()
  const heads = [
    t('column-creator'),
    t('column-followers'),
    t('column-averageViews'),
    t('column-rpm'),
    goal === undefined ? '' : t('column-needed', { views: formatCount(goal, locale) }),
    t('column-record'),
  ]
  return (
    <div className="brand-found-heads" aria-hidden="true">
      {heads.map((head) => (
        <span key={head}>{head}</span>
      ))}
    </div>
  )
}
