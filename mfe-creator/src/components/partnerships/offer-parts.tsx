import type { Invitation } from '@reelfair/contracts'
import { shownLink } from '@reelfair/contracts/text'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { finalSettlementAt, MIN_LOGO_PERCENT, payOfTiers } from '@reelfair/rules'
import {
  Frame,
  formatCents,
  formatCount,
  formatDateTime,
  formatDay,
  formatPercent,
  formatUnits,
  Icon,
  ReasonChip,
  TierTable,
} from '@reelfair/ui'
import Eye from 'lucide-react/icons/eye'
import Hash from 'lucide-react/icons/hash'
import Link from 'lucide-react/icons/link'
import Quote from 'lucide-react/icons/quote'
import Scan from 'lucide-react/icons/scan'
import type { ComponentProps, ReactNode } from 'react'
import { logoUrl } from '../campaign-logo.ts'
import { useLabelRule } from '../instructions/use-label-rule.ts'
import { Scene } from '../instructions/video-picture.tsx'
import { useBalance } from '../queries.ts'
import { useText } from './messages/index.ts'

interface OfferPartProps {
  readonly invitation: Invitation
  /** If the chosen day has come, the partnership starts on acceptance, and both dates are those of accepting now. */
  readonly isPlanned: boolean
  readonly startsAt: Date
  readonly endsAt: Date
}

const WEEKDAY = { weekday: 'short' } as const

export function Mission({ invitation, isPlanned, startsAt, endsAt }: OfferPartProps) {
  const { t, locale } = useText()
  const { caption, network, username, weeklyViewsGoal, logo, durationDays } = invitation
  const account = { network: NETWORK_NAMES[network], username }
  const to = formatDateTime(endsAt, locale, WEEKDAY)
  return (
    <Part title={t('mission-title')} area="mission">
      <div className="creator-invite-picture">
        <Frame size="card" scene={<Scene />} banner={logoUrl(logo)} bannerKind={logo.kind} alt={t('mission-picture')} />
        <dl className="creator-invite-facts">
          <Fact name={t('mission-brief')}>
            <span className="creator-invite-brief">{caption}</span>
          </Fact>
          <Fact name={t('mission-publish')}>
            {isPlanned
              ? t('mission-publish-text', { ...account, from: formatDateTime(startsAt, locale, WEEKDAY), to })
              : t('mission-publish-now', { ...account, days: formatUnits(durationDays, 'day', locale), to })}
          </Fact>
          <Fact name={t('mission-reach')}>{t('mission-reach-text', { views: formatCount(weeklyViewsGoal, locale) })}</Fact>
        </dl>
      </div>
    </Part>
  )
}

export function Pay({ invitation: { weeklyViewsGoal, amountCents, rateCard } }: OfferPartProps) {
  const { t, locale } = useText()
  const tiers = payOfTiers(weeklyViewsGoal, amountCents)
  const [none, first] = tiers
  return (
    <Part title={t('earn-title')} area="earn">
      <TierTable tiers={tiers.toReversed()} />
      {none && first && (
        <ReasonChip
          kind="out"
          reason={t('earn-none')}
          fix={t('earn-none-text', {
            less: formatCount(first.views - 1, locale),
            none: formatCents(none.cents, locale),
            views: formatCount(first.views, locale),
            amount: formatCents(first.cents, locale),
          })}
        />
      )}
      <p className="rf-note">
        {t('earn-rate', {
          rate: formatCents(rateCard.centsPer1000, locale),
          day: formatDay(rateCard.validFrom, locale, { year: true }),
        })}
      </p>
    </Part>
  )
}

export function Payment({ invitation: { weeklyViewsGoal }, endsAt }: OfferPartProps) {
  const { t, locale } = useText()
  const minimum = useBalance().data?.minimumTransfer
  return (
    <Part title={t('paid-title')} area="paid">
      <dl className="creator-invite-facts">
        <Fact name={formatDateTime(endsAt, locale, WEEKDAY)}>{t('paid-end', { views: formatCount(weeklyViewsGoal, locale) })}</Fact>
        <Fact name={formatDateTime(finalSettlementAt(endsAt), locale, WEEKDAY)}>{t('paid-final')}</Fact>
        {minimum !== undefined && <Fact name={t('paid-then')}>{t('paid-then-text', { minimum: formatCents(minimum, locale) })}</Fact>}
      </dl>
      <p className="rf-note">
        {t('paid-late')} {t('paid-vat')}
      </p>
    </Part>
  )
}

export function Duties({ invitation: { network, accountId, link, logo }, endsAt }: OfferPartProps) {
  const { t, locale } = useText()
  const labelRule = useLabelRule(network, accountId)
  return (
    <Part title={t('do-title')} area="do">
      <dl className="creator-invite-facts creator-invite-duties">
        <Fact icon={Scan} name={t('do-logo')}>
          {t('do-logo-text', { share: formatPercent(MIN_LOGO_PERCENT / 100, locale) })} {logo.kind === 'webm' && t('logo-moves')}
        </Fact>
        <Fact icon={Quote} name={t('do-mention')}>
          {t('do-mention-text', { mention: t('mention') })} {labelRule}
        </Fact>
        <Fact icon={Link} name={t('do-link')}>
          {t('do-link-text', { at: formatDateTime(endsAt, locale, WEEKDAY) })}{' '}
          <strong className="creator-link-text">{shownLink(link)}</strong>
        </Fact>
        <Fact icon={Hash} name={t('do-code')}>
          {t('do-code-text')}
        </Fact>
        <Fact icon={Eye} name={t('do-public')}>
          {t('do-public-text', { at: formatDateTime(finalSettlementAt(endsAt), locale, WEEKDAY) })}
        </Fact>
      </dl>
      <p className="rf-note">
        {t('do-note')} {t('answer-note')}
      </p>
    </Part>
  )
}

function Part({ title, area, children }: { title: string; area: 'mission' | 'earn' | 'paid' | 'do'; children: ReactNode }) {
  return (
    <section className={`creator-invite-part creator-invite-${area}`}>
      <h3 className="creator-step-title">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ icon, name, children }: { icon?: ComponentProps<typeof Icon>['of']; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {icon && <Icon of={icon} />}
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
