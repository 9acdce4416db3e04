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

/** The five stages of the creator's money with their total, followed by each held amount. */
export function Money() {
  const { t, locale } = useText()
  const balance = useBalance()
  const transfers = useTransfers()
  const now = useNow()
  if (balance.isPending) return <SkeletonBlock height={190} />
  if (!balance.data) return <LoadError title={t('balance-failed')} query={balance} />
  const { accruing, held, payable, inTransfer, paid, earned, holdings, moreHoldings, minimumTransfer } = balance.data
  const minimum = formatCents(minimumTransfer, locale)
  const first = holdings[0] && heldUntil(holdings[0].until, now)
  const sent = transfers.items?.findLast(({ status }) => status === 'pending' || status === 'processing')
  const arrived = transfers.items?.find(({ status }) => status === 'completed')
  const dated = (text: string, date: string | undefined) => (
    <>
      {text} {date && <strong>{date}</strong>}
    </>
  )
  return (
    <>
      <MoneyPath
        at={{
          // Before the first earnings, each note explains its stage; afterwards it describes the amount.
          earned: {
            cents: accruing,
            // A campaign may be running without earnings, for example with all its views in review.
            note: t(accruing > 0 ? 'station-earned' : 'station-earned-first'),
          },
          held: {
            cents: held,
            note: first
              ? first.isLate
                ? t('station-held-late', { at: formatDateTime(first.at, locale) })
                : dated(t('station-held-checks'), t('station-held-until', { at: formatDateTime(first.at, locale) }))
              : t(earned === 0 ? 'station-held-first' : 'station-held'),
          },
          available: {
            cents: payable,
            note: t(earned === 0 ? 'station-available-first' : payable > 0 ? 'station-available' : 'station-available-none', { minimum }),
          },
          inTransfer: {
            cents: inTransfer,
            note:
              inTransfer > 0
                ? sent?.waiting
                  ? dated(t('station-transfer'), t('station-transfer-again', { at: formatDateTime(sent.waiting.until, locale) }))
                  : dated(t('station-transfer'), sent && t('station-transfer-since', { at: formatDateTime(sent.createdAt, locale) }))
                : t(earned === 0 ? 'station-transfer-first' : 'station-transfer-none'),
          },
          paid: {
            cents: paid,
            note:
              paid > 0
                ? dated(t('station-paid'), arrived?.finishedAt && t('station-paid-last', { day: formatDate(arrived.finishedAt, locale) }))
                : t(earned === 0 ? 'station-paid-first' : 'station-paid-none'),
          },
        }}
        sumWord={t('station-sum')}
        afterSum={t('station-all')}
      />
      {holdings.length > 0 && <Holdings holdings={holdings} more={moreHoldings} />}
    </>
  )
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
          .map(({ id, amount, subject, title, isLate, at }) => (
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
                      {t(isLate ? 'held-silent' : 'held-final_checks', { subject: nameOf({ subject, title }) ?? t('held-a-campaign') })}{' '}
                      {title !== undefined && <TextLink href={historyUrl(subject)}>{t('held-see')}</TextLink>}
                    </>
                  }
                />
                {signUps
                  .filter(({ campaignId, state }) => campaignId === subject && state === 'ended')
                  .map((signUp) => (
                    <Faults key={signUp.id} signUp={signUp} />
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

/** The campaign's name or, without one, the subject. Undefined if the subject is an id, which users can't read. */
export const nameOf = ({ subject, title }: { subject: string; title?: string | undefined }): string | undefined =>
  title ?? (/^[\da-f]{8}-[\da-f-]{27}$/i.test(subject) ? undefined : subject)
