import { Button, Page, Section, TextLink } from '@reelfair/ui'
import { usePage, useSearchParams } from '@reelfair/web-kit'
import { useMemo } from 'react'
import { PublicCampaigns } from '../../components/public-campaigns/public-campaigns.tsx'
import { type Filters, usePublicCampaigns } from '../../components/public-campaigns/use-public-campaigns.ts'
import { FilterPanel } from './filter-panel.tsx'
import { readFilters, writeFilters } from './filters.ts'
import { JoinBlocker } from './join-blocker.tsx'
import { useText } from './messages/index.ts'

const PER_PAGE = 12

/** The URL stores the filters. @source specification §2 */
export function PublicCampaignsPage() {
  const { t } = useText()
  usePage(t('campaigns-title'))
  const [address, setAddress] = useSearchParams()
  const filters = useMemo(() => readFilters(address), [address])
  const { firstPage } = usePublicCampaigns(filters, PER_PAGE)
  const filter = (chosen: Filters) => setAddress(writeFilters(chosen), { replace: true })
  return (
    <Page>
      <Section
        title={t('campaigns-title')}
        level={1}
        note={t('campaigns-note')}
        link={<TextLink href="/creator-history">{t('campaigns-own')}</TextLink>}
      >
        <div className="creator-public">
          <JoinBlocker figures={firstPage?.figures} />
          <FilterPanel filters={filters} onFilters={filter} />
          <PublicCampaigns
            filters={filters}
            limit={PER_PAGE}
            whenNoneMatch={<Button onClick={() => filter({})}>{t('filters-reset')}</Button>}
          />
        </div>
      </Section>
    </Page>
  )
}
