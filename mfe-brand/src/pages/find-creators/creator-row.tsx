import type { FoundCreator } from '@reelfair/contracts'
import { fileUrl } from '@reelfair/contracts/address'
import { countryName } from '@reelfair/contracts/text'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { Button, Frame, formatCents, formatCount, formatDate, formatDateTime, Icon, ReasonChip, TextLink, useNow } from '@reelfair/ui'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { categoryLabel } from '../../components/categories.ts'
import { TimeLeft } from '../../components/invite/time-left.tsx'
import { WithdrawInvitation } from '../../components/invite/withdraw-invitation.tsx'
import { useText } from './messages/index.ts'
import type { Agreement } from './queries.ts'
import { Record } from './record.tsx'

const DAY_MS = 86_400_000
/** Creators may refresh their figures once every 7 days. @source specification §4 */
const FRESH_DAYS = 7
/** @source decisions §1: CPM shown = creator rpm × 1.05 */
const CPM_PER_RPM = 1.05

interface CreatorRowProps {
  readonly creator: FoundCreator
  /** Views per invitation; undefined while the figure is invalid. */
  readonly goal: number | undefined
  readonly agreement: Agreement | undefined
  readonly isSelected: boolean
  readonly onSelect: () => void
}

export function CreatorRow({ creator, goal, agreement, isSelected, onSelect }: CreatorRowProps) {
  const { t, locale } = useText()
  const { username, followers, averageViews, rpmCents, record } = creator
  const unknown = <span className="brand-found-unknown">{t('figure-unknown')}</span>
  return (
    <li className="brand-found" data-selected={(isSelected && !agreement) || undefined}>
      <Who creator={creator} />
      <dl className="brand-found-figures">
        <Figure label={t('column-followers')}>{formatCount(followers, locale)}</Figure>
        <Figure label={t('column-averageViews')} note={<AsOf at={creator.statsAt} />}>
          {averageViews === null ? unknown : formatCount(averageViews, locale)}
        </Figure>
        <Figure
          label={t('column-rpm')}
          note={rpmCents !== null && t('cpm', { amount: formatCents(Math.round(rpmCents * CPM_PER_RPM), locale) })}
        >
          {rpmCents === null ? unknown : formatCents(rpmCents, locale)}
        </Figure>
      </dl>
      <div className="brand-found-needed">{goal !== undefined && <Needed goal={goal} averageViews={averageViews} />}</div>
      <Record record={record} />
      <div className="brand-found-action">
        {agreement ? (
          <Agreed agreement={agreement} />
        ) : (
          <Button
            wide
            aria-label={t(isSelected ? 'selected-name' : 'select-name', { username })}
            icon={isSelected ? Check : undefined}
            onClick={onSelect}
          >
            {t(isSelected ? 'selected' : 'select')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** A brand has at most one open invitation or unfinished partnership per account. @source decisions §4 */
function Agreed({ agreement }: { agreement: Agreement }) {
  const { t } = useText()
  if ('partnership' in agreement) {
    return (
      <ReasonChip
        kind="passed"
        reason={t('partnership')}
        fix={<TextLink href={`/partnerships/${agreement.partnership.id}`}>{t('invitation-see')}</TextLink>}
      />
    )
  }
  const { invitation } = agreement
  if (invitation.status !== 'pending') return <ReasonChip kind="held" reason={t('invitation-funding')} />
  return (
    <>
      <ReasonChip kind="held" reason={t('invited')} fix={invitation.expiresAt && <TimeLeft expiresAt={invitation.expiresAt} />} />
      <WithdrawInvitation invitation={invitation} />
    </>
  )
}

function Who({ creator }: { creator: FoundCreator }) {
  const { t, locale } = useText()
  const { username, network, city, country, category, language, verifiedAt, isCollabOpen } = creator
  const place = [city, countryName(country, locale)].filter(Boolean)
  const content = [category && categoryLabel(category, locale), language && t(`audience-${language}`)].filter(Boolean).join(', ')
  return (
    <div className="brand-found-who">
      <CreatorFrame creator={creator} />
      <div>
        <h3>@{username}</h3>
        <p>{[NETWORK_NAMES[network], ...place].join(', ')}</p>
        {content && <p>{content}</p>}
        <p className="brand-found-verified">
          <Icon of={ShieldCheck} size={15} />
          {t('verified-on', { at: formatDate(verifiedAt, locale, { year: true }) })}
        </p>
        {isCollabOpen && (
          <p>
            <TextLink href={`/collab/${username}`}>{t('open-to-bookings')}</TextLink>
          </p>
        )}
      </div>
    </div>
  )
}

/** Without a picture, the name's first letter. */
export const CreatorFrame = ({ creator: { username, pictureId } }: { creator: Pick<FoundCreator, 'username' | 'pictureId'> }) => (
  <Frame
    size="card"
    picture={pictureId && fileUrl('/verification/pictures/:pictureId', { pictureId })}
    scene={<span className="brand-found-letter">{Array.from(username)[0]?.toUpperCase()}</span>}
  />
)

const Figure = ({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="brand-found-figure">{children}</dd>
    {note && <dd className="brand-found-note">{note}</dd>}
  </div>
)

/** The date of the figures; ochre, with their age, once the creator could have refreshed them. */
function AsOf({ at }: { at: string }) {
  const { t, locale } = useText()
  const days = Math.floor((useNow() - new Date(at).getTime()) / DAY_MS)
  const date = t('as-of', { at: formatDateTime(at, locale) })
  if (days <= FRESH_DAYS) return date
  return (
    <span className="brand-found-old">
      {date}
      <span>
        <Icon of={Clock} size={14} />
        {t('days-old', { count: days })}
      </span>
    </span>
  )
}

function Needed({ goal, averageViews }: { goal: number; averageViews: number | null }) {
  const { t, locale } = useText()
  const videos = averageViews ? Math.ceil(goal / averageViews) : undefined
  return (
    <>
      <p>
        <span className="rf-swatch rf-tex-held" aria-hidden="true" />
        <span>
          {formatCount(goal, locale)} <span className="brand-found-unit">{t('needed-unit')}</span>
        </span>
      </p>
      {videos !== undefined && <p className="rf-note">{t('average-videos', { count: videos, shown: formatCount(videos, locale) })}</p>}
    </>
  )
}
