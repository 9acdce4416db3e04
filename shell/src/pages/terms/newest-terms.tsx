import type { Locale, PublicSettings } from '@reelfair/contracts'
import { campaignTerms } from '@reelfair/contracts/campaign-terms'
import { exclusionReasons, exclusionTable, fixTable, labelNetworks } from '@reelfair/contracts/reasons'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import {
  lowestCentsPer1000,
  MAX_VIDEOS,
  MIN_LOGO_PERCENT,
  MINIMUM_TRANSFER_CENTS,
  SETTLEMENT_TIME,
  STANDARD_CENTS_PER_1000,
} from '@reelfair/rules'
import { formatCents, formatPercent, formatUnits, LoadError, PageSkeleton } from '@reelfair/ui'
import { usePublicSettings } from '@reelfair/web-kit'
import { type LegalDocument, type LegalTable, LegalText, type LegalTextProps } from '../../components/legal-text/legal-text.tsx'
import { useText } from './messages/index.ts'
import { type Clause, PARTS } from './parts.ts'

/** For each tier: the range of the goal reached, and the share of the pay that it earns. @source decisions §4 */
const TIERS = [
  { below: 0.25, pays: 0 },
  { from: 0.25, to: 0.4999, pays: 0.25 },
  { from: 0.5, to: 0.7499, pays: 0.5 },
  { from: 0.75, to: 0.9999, pays: 0.75 },
  { from: 1, pays: 1 },
] as const

const isShared = (clause: Clause): clause is keyof typeof campaignTerms => clause in campaignTerms

/**
 * The newest version. Prices, rates and time limits come from the settings in force;
 * without them, the text stands without these figures. The minimum transfer, the minimum
 * logo size, the settlement time and the networks whose paid-content label we accept come from the rules that services
 * use. Other figures are plain text; where a constant exists, `terms.test.ts` in libs/workspace compares the two.
 */
export function NewestTerms(page: Omit<LegalTextProps, 'document'>) {
  const text = useText()
  const settings = usePublicSettings()
  if (settings.isPending) return <PageSkeleton />
  const problem = !settings.data && <LoadError title={text.t('figures-failed')} query={settings} />
  return <LegalText document={termsWith(settings.data, text)} problem={problem} {...page} />
}

/** Stands for a figure while the settings are unknown. */
const UNKNOWN = '[…]'

function figuresOf(settings: PublicSettings | undefined, locale: Locale) {
  if (!settings) return { campaign: UNKNOWN, partnership: UNKNOWN, cheapest: UNKNOWN, hours: UNKNOWN, days: UNKNOWN }
  const { packages, rateCard: pay, reviewHours, videoWindowDays } = settings
  return {
    campaign: formatCents(pay.campaignCentsPer1000, locale),
    partnership: formatCents(pay.partnershipCentsPer1000, locale),
    cheapest: formatCents(lowestCentsPer1000(packages), locale),
    hours: formatUnits(reviewHours, 'hour', locale),
    days: formatUnits(videoWindowDays, 'day', locale),
  }
}

function termsWith(settings: PublicSettings | undefined, { t, locale }: ReturnType<typeof useText>): LegalDocument {
  const names = (all: readonly (keyof typeof NETWORK_NAMES)[]) => new Intl.ListFormat(locale).format(all.map((one) => NETWORK_NAMES[one]))
  const isReduced = settings !== undefined && settings.rateCard.campaignCentsPer1000 < STANDARD_CENTS_PER_1000
  const figures = {
    ...figuresOf(settings, locale),
    reduced: isReduced ? ` ${t('pay-reduced', { standard: formatCents(STANDARD_CENTS_PER_1000, locale) })}` : '',
    minimum: formatCents(MINIMUM_TRANSFER_CENTS, locale),
    share: formatPercent(MIN_LOGO_PERCENT / 100, locale),
    settled: SETTLEMENT_TIME,
    videos: MAX_VIDEOS,
    labelled: names(labelNetworks),
    unlabelled: names((['instagram', 'tiktok', 'youtube'] as const).filter((one) => !labelNetworks.includes(one))),
  }
  const textOf = (clause: Clause) => (isShared(clause) ? campaignTerms[clause][locale] : t(clause, figures))

  const percent = (share: number) => formatPercent(share, locale, Number.isInteger(share * 100) ? 0 : 2)
  const reached = (tier: (typeof TIERS)[number]) => {
    if ('below' in tier) return t('tiers-below', { to: percent(tier.below) })
    if ('to' in tier) return t('tiers-between', { from: percent(tier.from), to: percent(tier.to) })
    return t('tiers-from', { from: percent(tier.from) })
  }
  const tables: Readonly<Record<'reasons' | 'tiers', LegalTable>> = {
    // Receipts use the same wording for excluded views.
    reasons: {
      caption: t('reasons-caption'),
      heads: [t('reasons-why'), t('reasons-fix')],
      rows: exclusionReasons.map((code) => [exclusionTable[code][locale], fixTable[exclusionTable[code].fix][locale]]),
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
        clauses: group.clauses.map(textOf),
        ...(group.id && { title: t(`${group.id}-title`) }),
        ...(group.table && { table: tables[group.table] }),
        ...(group.clauses.includes('changes-contact') && { contact: true }),
      })),
    })),
  }
}
