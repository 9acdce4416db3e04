import type { CreatorSearch, FoundCreator } from '@reelfair/contracts'
import { isViewsGoal } from '@reelfair/contracts/values'
import { formatCount, Page, Section, TextLink } from '@reelfair/ui'
import { usePage, useSearchParams } from '@reelfair/web-kit'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useCredits } from '../../components/queries.ts'
import { FilterPanel } from './filter-panel.tsx'
import { FoundCreators } from './found-creators.tsx'
import { useText } from './messages/index.ts'
import { useAgreements } from './queries.ts'
import { SavedSearches, SaveSearch } from './saved-searches.tsx'
import { readSearch, writeSearch } from './search-address.ts'
import { SelectionBar } from './selection-bar.tsx'

const USUAL_GOAL = 10_000
const InviteDialog = lazy(async () => ({ default: (await import('../../components/invite/invite-dialog.tsx')).InviteDialog }))

export function FindCreatorsPage() {
  const { t } = useText()
  usePage(t('find-title'))
  const [address, setAddress] = useSearchParams()
  const search = useMemo(() => readSearch(address), [address])
  const change = (changed: CreatorSearch) => setAddress(writeSearch(changed), { replace: true })
  const [views, setViews] = useState<number | undefined>(USUAL_GOAL)
  const [selected, setSelected] = useState<FoundCreator>()
  const [invited, setInvited] = useState<{ readonly account: FoundCreator; readonly viewsGoal: number }>()
  const goal = isViewsGoal(views) ? views : undefined
  const deselect = () => setSelected(undefined)
  const agreements = useAgreements()
  const isFree = selected !== undefined && !agreements.has(selected.accountId)
  return (
    <>
      <Page>
        <Section title={t('find-title')} level={1} aside={<Margin />}>
          <div className="brand-find">
            <FilterPanel search={search} onSearch={change}>
              <SaveSearch search={search} />
            </FilterPanel>
            <FoundCreators {...{ search, goal, views, selected, agreements }} onSearch={change} onViews={setViews} onSelect={setSelected} />
          </div>
        </Section>
        {isFree && goal !== undefined && (
          <SelectionBar
            creator={selected}
            goal={goal}
            onDeselect={deselect}
            onInvite={() => setInvited({ account: selected, viewsGoal: goal })}
          />
        )}
      </Page>
      {invited && (
        <Suspense>
          <InviteDialog {...invited} onSent={deselect} onClose={() => setInvited(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function Margin() {
  const { t, locale } = useText()
  const available = useCredits().data?.available
  return (
    <div className="brand-find-margin">
      <p className="rf-note">{t('find-note')}</p>
      <div className="brand-find-credits">
        <p>
          <span className="rf-swatch rf-tex-available" aria-hidden="true" />
          {t('find-credits')}
        </p>
        <p className="brand-find-available">{available === undefined ? '…' : formatCount(available, locale)}</p>
        <TextLink href="/brand-dashboard/purchase">{t('credits-buy')}</TextLink>
      </div>
      <SavedSearches />
    </div>
  )
}
