import type { MeasuredVideo, Partnership } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { dueSettlement } from '@reelfair/rules'
import { formatCents, formatCount, formatDate, formatPercent, formatTime, useNow } from '@reelfair/ui'
import { endingSettlementAt, finalAt, type PartnershipPhase } from '../../components/partnership/phase.ts'
import { useText } from './messages/index.ts'
import { tierNow } from './tiers.ts'

interface Entry {
  readonly key: string
  readonly at: number
  readonly what: string
  readonly note?: string | undefined
}

interface TimelineProps {
  readonly partnership: Partnership
  readonly phase: PartnershipPhase
  readonly videos: readonly MeasuredVideo[]
}

export function Timeline(props: TimelineProps) {
  const { t } = useText()
  const now = useNow()
  const entries = useEntries(props)
  const coming = entries.filter(({ at }) => at > now)
  return (
    <div className="brand-timeline">
      <h3>{t('timeline-past')}</h3>
      <Entries entries={entries.filter(({ at }) => at <= now)} />
      {coming.length > 0 && (
        <>
          <h3>{t('timeline-coming')}</h3>
          <Entries entries={coming} />
        </>
      )}
    </div>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { locale } = useText()
  return (
    <ol>
      {entries.map(({ key, at, what, note }) => (
        <li key={key}>
          <time dateTime={new Date(at).toISOString()}>
            <strong>{formatDate(at, locale)}</strong> {formatTime(at, locale)}
          </time>
          <p>
            {what}
            {note && <small>{note}</small>}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Oldest first. */
function useEntries(props: TimelineProps): Entry[] {
  const past = usePastEntries(props)
  const coming = useComingEntries(props)
  return [...past, ...coming].sort((a, b) => a.at - b.at)
}

function usePastEntries({ partnership, videos }: TimelineProps): Entry[] {
  const { t, locale } = useText()
  const { username, viewsGoal, amountCents, requestedAt, acceptedAt, termsVersion } = partnership
  const { startsAt, endedAt, settledAt, decisions, payements, paidAt } = partnership
  const figures = { username: handleOf(username), credits: formatCount(viewsGoal, locale), pay: formatCents(amountCents, locale) }
  const settled = decisions.find(({ isFinal }) => isFinal)
  const entry = (key: string, at: string | undefined, what: string, note?: string): Entry[] =>
    at === undefined ? [] : [{ key, at: Date.parse(at), what, note }]
  return [
    ...entry('invited', requestedAt, t('invited', figures), t('invited-note', figures)),
    ...entry('accepted', acceptedAt, t('accepted'), t('accepted-note', { version: termsVersion })),
    ...entry('started', startsAt, t('started')),
    ...videos.flatMap(({ id, publishedAt, title }) => entry(id, publishedAt, t('published', { title: title || t('video-untitled') }))),
    ...entry('ended', endedAt, t('ended'), t('ended-note', { tier: formatPercent(tierOfEnd(partnership) / 100, locale) })),
    ...entry(
      'settled',
      settledAt,
      t('settled'),
      settled && t('settled-note', { consumed: formatCount(settled.consumed, locale), returned: formatCount(settled.returned, locale) }),
    ),
    ...(settledAt && payements
      ? entry(
          'paid',
          paidAt ?? settledAt,
          t(payements === 'payed' ? 'paid' : 'pay-pending', figures),
          formatCents(settled?.cents ?? 0, locale),
        )
      : []),
  ]
}

const tierOfEnd = ({ decisions, tier }: Partnership) => decisions[0]?.tier ?? tier

function useComingEntries({ partnership, phase }: TimelineProps): Entry[] {
  const { t } = useText()
  const now = useNow()
  const { endsAt, endedAt, settledAt } = partnership
  if (settledAt) return []
  const due = dueSettlement(finalAt(partnership), new Date(now))
  const isEarly = tierNow(partnership) === 100 && phase === 'active'
  const end = { key: 'ends', at: isEarly ? endingSettlementAt(endsAt, now).getTime() : Date.parse(endsAt) }
  return [
    ...(endedAt || phase === 'over' ? [] : [{ ...end, what: t('ends'), note: t(isEarly ? 'ends-goal' : 'ends-note') }]),
    {
      key: 'final',
      at: due.at.getTime(),
      what: t('final'),
      note: t(due.isLate ? 'final-late' : phase === 'planned' || phase === 'active' ? 'final-note' : 'final-note-ended'),
    },
  ]
}
