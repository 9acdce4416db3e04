import type { Balance } from '@reelfair/contracts'
import {
  Countdown,
  formatCents,
  formatDate,
  formatDateTime,
  LoadError,
  MoneyPath,
  ReasonChip,
  SkeletonBlock,
  TextLink,
  useNow,
} from '@reelfair/ui'
import { heldUntil } from '../../components/held-until.ts'
import { useBalance, useSignUps } from '../../components/queries.ts'
import { Faults } from '../../components/sign-ups/faults.tsx'
import { useText } from './messages/index.ts'
import { historyUrl, useTransfers } from './queries.ts'

export function Money() {
  const { t } = useText()
  const balance = useBalance()
  const notes = useStationNotes(balance.data)
  if (balance.isPending) return <SkeletonBlock height={190} />
  if (!balance.data || !notes) return <LoadError title={t('balance-failed')} query={balance} />
  const { accruing, held, payable, inTransfer, paid, holdings, moreHoldings } = balance.data
  return (
    <>
      <MoneyPath
        at={{
          earned: { cents: accruing, note: notes.earned },
          held: { cents: held, note: notes.held },
          available: { cents: payable, note: notes.available },
          inTransfer: { cents: inTransfer, note: notes.inTransfer },
          paid: { cents: paid, note: notes.paid },
        }}
        sumWord={t('station-sum')}
        afterSum={t('station-all')}
      />
      {holdings.length > 0 && <Holdings holdings={holdings} more={moreHoldings} />}
    </>
  )
}

const dated = (text: string, date: string | undefined) => (
  <>
    {text} {date && <strong>{date}</strong>}
  </>
)

/** Before the first earnings, each note explains its stage; afterwards it describes the amount. */
function useStationNotes(balance: Balance | undefined) {
  const { t, locale } = useText()
  const transfers = useTransfers()
  const now = useNow()
  if (!balance) return undefined
  const { accruing, payable, inTransfer, paid, earned, holdings, minimumTransfer } = balance
  const minimum = formatCents(minimumTransfer, locale)
  const isFirst = earned === 0
  const heldNote = () => {
    if (!holdings[0]) return t(isFirst ? 'station-held-first' : 'station-held')
    const { isLate, at: until } = heldUntil(holdings[0].until, now)
    const at = formatDateTime(until, locale)
    return isLate ? t('station-held-late', { at }) : dated(t('station-held-checks'), t('station-held-until', { at }))
  }
  const transferNote = () => {
    if (inTransfer === 0) return t(isFirst ? 'station-transfer-first' : 'station-transfer-none')
    const sent = transfers.items?.findLast(({ status }) => status === 'pending' || status === 'processing')
    const since = sent && t('station-transfer-since', { at: formatDateTime(sent.createdAt, locale) })
    const again = sent?.waiting && t('station-transfer-again', { at: formatDateTime(sent.waiting.until, locale) })
    return dated(t('station-transfer'), again ?? since)
  }
  const paidNote = () => {
    if (paid === 0) return t(isFirst ? 'station-paid-first' : 'station-paid-none')
    const day = transfers.items?.find(({ status }) => status === 'completed')?.finishedAt
    return dated(t('station-paid'), day && t('station-paid-last', { day: formatDate(day, locale) }))
  }
  return {
    // A campaign may be running without earnings, for example while all its views are in review.
    earned: t(accruing > 0 ? 'station-earned' : 'station-earned-first'),
    held: heldNote(),
    available: t(isFirst ? 'station-available-first' : payable > 0 ? 'station-available' : 'station-available-none', { minimum }),
    inTransfer: transferNote(),
    paid: paidNote(),
  }
}

function Holdings({ holdings, more }: { holdings: Balance['holdings']; more: Balance['moreHoldings'] }) {
  const { t, locale } = useText()
  const now = useNow()
  const signUps = useSignUps().items ?? []
  return (
    <div className="creator-held">
      <h3>{t('held-title')}</h3>
      <ul className="creator-rows">
        {holdings
          .map((holding) => ({ ...holding, ...heldUntil(holding.until, now) }))
          .map(({ id, amount, subject, of, title, isLate, at }) => (
            <li key={id}>
              <div className="creator-row-text">
                <ReasonChip
                  kind="held"
                  reason={t(isLate ? 'held-late' : 'held-until', {
                    amount: formatCents(amount, locale),
                    at: formatDateTime(at, locale),
                  })}
                  fix={
                    <>
                      {t(isLate ? 'held-silent' : of === 'partnership' ? 'held-final_checks-partnership' : 'held-final_checks', {
                        subject: nameOf({ subject, title }) ?? t(of === 'partnership' ? 'held-a-brand' : 'held-a-campaign'),
                      })}{' '}
                      {title !== undefined && <TextLink href={historyUrl(subject)}>{t('held-see')}</TextLink>}
                    </>
                  }
                />
                {signUps
                  .filter(({ campaignId, state }) => campaignId === subject && state === 'ended')
                  .map((signUp) => (
                    <Faults key={signUp.id} of={signUp} />
                  ))}
              </div>
              <p className="creator-held-left">
                <Countdown to={at} wrap={(left) => t('held-left', { left })} over={t('held-over')} />
              </p>
            </li>
          ))}
      </ul>
      {more !== undefined && <p>{t('held-more', { more })}</p>}
    </div>
  )
}

/** Returns undefined if the subject is an id, because ids mean nothing to users. */
export const nameOf = ({ subject, title }: { subject: string; title?: string | undefined }): string | undefined =>
  title ?? (/^[\da-f]{8}-[\da-f-]{27}$/i.test(subject) ? undefined : subject)
