import type { Partnership } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { dueSettlement, type Tier, tierShare } from '@reelfair/rules'
import {
  type Column,
  Countdown,
  EmptyState,
  formatCents,
  formatCount,
  formatDate,
  formatDateTime,
  formatPercent,
  LoadError,
  MoreButton,
  ReasonChip,
  Section,
  Table,
  TextLink,
  useNow,
} from '@reelfair/ui'
import { finalAt, phaseOf } from '../../components/partnership/phase.ts'
import { usePartnerships } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'

export function Partnerships() {
  const { t } = useText()
  const partnerships = usePartnerships()
  return (
    <Section id="partnerships" title={t('partnerships-title')} note={t('partnerships-note')}>
      {partnerships.items?.length === 0 ? (
        <EmptyState title={t('partnerships-empty')}>
          <p>{t('partnerships-empty-text')}</p>
        </EmptyState>
      ) : partnerships.items || partnerships.isPending ? (
        <>
          <PartnershipTable partnerships={partnerships.items} />
          <MoreButton pages={partnerships}>{t('partnerships-more')}</MoreButton>
        </>
      ) : (
        <LoadError title={t('partnerships-failed')} query={partnerships} />
      )}
    </Section>
  )
}

function PartnershipTable({ partnerships = [] }: { partnerships: readonly Partnership[] | undefined }) {
  const { t, locale } = useText()
  const columns: Column<Partnership>[] = [
    {
      key: 'creator',
      head: t('invited-creator'),
      rowHead: true,
      stack: 'name',
      width: '26%',
      cell: ({ id, username, network, startsAt, endsAt }) => (
        <span className="rf-entry">
          <span>
            <TextLink href={`/partnerships/${id}`}>
              <bdi>{handleOf(username)}</bdi>
            </TextLink>
          </span>
          <small>
            {t('partnership-span', {
              network: NETWORK_NAMES[network],
              from: formatDate(startsAt, locale),
              to: formatDate(endsAt, locale),
            })}
          </small>
        </span>
      ),
    },
    {
      key: 'views',
      head: t('partnership-views'),
      width: '24%',
      cell: (partnership) => <QualifiedViews partnership={partnership} />,
    },
    {
      key: 'credits',
      head: t('partnership-credits'),
      align: 'end',
      width: '150px',
      cell: (partnership) => <Credits partnership={partnership} />,
    },
    { key: 'state', head: t('column-state'), cell: (partnership) => <PartnershipState partnership={partnership} /> },
  ]
  return (
    <Table
      caption={t('partnerships-title')}
      columns={columns}
      rows={partnerships}
      rowKey={({ id }) => id}
      loading={partnerships.length === 0}
    />
  )
}

const finalOf = ({ decisions }: Partnership) => decisions.find(({ isFinal }) => isFinal)
const tierOf = ({ decisions, tier }: Partnership): Tier => decisions.at(-1)?.tier ?? tier

function QualifiedViews({ partnership }: { partnership: Partnership }) {
  const { t, locale } = useText()
  const { viewsGoal, amountCents, count } = partnership
  const tier = tierOf(partnership)
  const views = (figure: number) => formatCount(figure, locale)
  const pay = formatCents(tierShare(amountCents, tier), locale)
  return (
    <span className="rf-entry">
      <span>{t('partnership-of', { views: views(count.qualified), goal: views(viewsGoal) })}</span>
      <small>
        {tier === 0 ? t('partnership-below') : t('partnership-tier', { tier: formatPercent(tier / 100, locale), pay })}
        {count.inReview > 0 && `; ${t('partnership-review', { views: views(count.inReview) })}`}
      </small>
    </span>
  )
}

/** All credits are held until the final settlement divides them. */
function Credits({ partnership }: { partnership: Partnership }) {
  const { t, locale } = useText()
  const final = finalOf(partnership)
  const count = (figure: number) => formatCount(figure, locale)
  return (
    <span className="rf-entry">
      <span>{count(partnership.viewsGoal)}</span>
      <small className="brand-wraps">
        {final ? t('partnership-used', { consumed: count(final.consumed), returned: count(final.returned) }) : t('partnership-held')}
      </small>
    </span>
  )
}

function PartnershipState({ partnership }: { partnership: Partnership }) {
  const { t, locale } = useText()
  const now = useNow()
  const { startsAt, endsAt, settledAt, payements } = partnership
  const date = (instant: Date | string) => formatDateTime(instant, locale, { weekday: 'short' })
  const tier = tierOf(partnership)
  switch (phaseOf(partnership, now)) {
    case 'planned':
      return <ReasonChip kind="held" reason={t('partnership-planned')} fix={t('partnership-starts', { at: date(startsAt) })} />
    case 'active':
      return (
        <ReasonChip
          kind="passed"
          reason={t('partnership-active')}
          fix={
            <>
              <Countdown to={endsAt} wrap={(time) => t('campaign-left', { time })} />
              {', '}
              {t('campaign-ends', { at: date(endsAt) })}
            </>
          }
        />
      )
    case 'over':
      return <ReasonChip kind="held" reason={t('partnership-over')} fix={t('partnership-over-fix')} />
    case 'ended': {
      const due = dueSettlement(finalAt(partnership), new Date(now))
      const fix = t(due.isLate ? 'partnership-checks-late' : 'partnership-checks-fix', { at: date(due.at) })
      return <ReasonChip kind="held" reason={t('partnership-checks')} fix={fix} />
    }
    case 'settled':
      if (tier === 0) {
        return (
          <ReasonChip kind="out" reason={t('partnership-failed')} fix={t('partnership-failed-fix', { at: date(settledAt ?? endsAt) })} />
        )
      }
      return (
        <ReasonChip
          kind="passed"
          reason={t('partnership-completed', { tier: formatPercent(tier / 100, locale) })}
          fix={t(payements === 'payed' ? 'partnership-payed' : 'partnership-pending')}
        />
      )
  }
}
