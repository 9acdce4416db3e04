import { campaignTerms } from '@reelfair/contracts/campaign-terms'
import { exclusionReasons, exclusionTable, labelNetworks, mendTable } from '@reelfair/contracts/reasons'
import { lowestCentsPer1000, MINIMUM_TRANSFER_CENTS, MOST_VIDEOS, PACKAGES, SETTLEMENT_TIME } from '@reelfair/rules'
import { formatCents, formatPercent } from '@reelfair/ui'
import { todaysRateCard } from '../../components/packages.ts'
import { useText } from './messages/index.ts'
import { type Clause, PARTS } from './parts.ts'
import type { TermsDocument, TermsTable } from './terms-document.tsx'

/** Shares of the goal, from which on they pay what. @source decisions §4 */
const TIERS = [
  { below: 0.25, pays: 0 },
  { from: 0.25, to: 0.4999, pays: 0.25 },
  { from: 0.5, to: 0.7499, pays: 0.5 },
  { from: 0.75, to: 0.9999, pays: 0.75 },
  { from: 1, pays: 1 },
] as const

const NETWORKS = { instagram: 'Instagram', tiktok: 'TikTok', youtube: 'YouTube' } as const

const isShared = (clause: Clause): clause is keyof typeof campaignTerms => clause in campaignTerms

/**
 * The terms that people accept today. Rates, the least transfer, the hour of the settlement and the networks whose label counts come from the rules that
 * services and receipts compute with; other figures are written, and libs/workspace (`terms.test.ts`) compares those that the code holds.
 */
export function useCurrentTerms(): TermsDocument {
  const { t, locale } = useText()
  const names = (all: readonly (keyof typeof NETWORKS)[]) => new Intl.ListFormat(locale).format(all.map((one) => NETWORKS[one]))
  const pay = todaysRateCard()
  const figures = {
    campaign: formatCents(pay.campaignCentsPer1000, locale),
    // Today's is a cut of it by half. @source decisions §1
    standard: formatCents(2 * pay.campaignCentsPer1000, locale),
    partnership: formatCents(pay.partnershipCentsPer1000, locale),
    cheapest: formatCents(lowestCentsPer1000(PACKAGES.packages), locale),
    minimum: formatCents(MINIMUM_TRANSFER_CENTS, locale),
    share: formatPercent(0.06, locale),
    settled: SETTLEMENT_TIME,
    videos: MOST_VIDEOS,
    labelled: names(labelNetworks),
    unlabelled: names((['instagram', 'tiktok', 'youtube'] as const).filter((one) => !labelNetworks.includes(one))),
  }
  const say = (clause: Clause) => (isShared(clause) ? campaignTerms[clause][locale] : t(clause, figures))

  const percent = (share: number) => formatPercent(share, locale, Number.isInteger(share * 100) ? 0 : 2)
  const reached = (tier: (typeof TIERS)[number]) => {
    if ('below' in tier) return t('tiers-below', { to: percent(tier.below) })
    if ('to' in tier) return t('tiers-between', { from: percent(tier.from), to: percent(tier.to) })
    return t('tiers-from', { from: percent(tier.from) })
  }
  const tables: Readonly<Record<'reasons' | 'tiers', TermsTable>> = {
    // In the words that creator and brand read beside each excluded view.
    reasons: {
      caption: t('reasons-caption'),
      heads: [t('reasons-why'), t('reasons-mend')],
      rows: exclusionReasons.map((code) => [exclusionTable[code][locale], mendTable[exclusionTable[code].mend][locale]]),
    },
    tiers: {
      caption: t('tiers-caption'),
      heads: [t('tiers-reached'), t('tiers-pays'), t('tiers-returns')],
      rows: TIERS.map((tier) => [reached(tier), percent(tier.pays), percent(1 - tier.pays)]),
    },
  }
  return {
    lead: t('lead'),
    parts: PARTS.map(({ id, groups }) => ({
      id,
      title: t(`${id}-title`),
      groups: groups.map((group) => ({
        clauses: group.clauses.map(say),
        ...(group.id && { title: t(`${group.id}-title`) }),
        ...(group.table && { table: tables[group.table] }),
        ...(group.clauses.includes('changes-contact') && { contact: true }),
      })),
    })),
  }
}
