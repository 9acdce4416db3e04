import type { Balance } from '@reelfair/contracts'
import { ErrorPanel, formatCents, formatDateTime, MoneyPath, ReasonChip, SkeletonBlock } from '@reelfair/ui'
import { useBalance } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'

/** The five stations and their sum; then each amount that is held back. */
export function Money() {
  const { t, locale } = useText()
  const balance = useBalance()
  if (balance.isPending) return <SkeletonBlock height={190} />
  if (!balance.data) {
    return <ErrorPanel title={t('balance-failed')} error={balance.error} onRetry={balance.refetch} busy={balance.isFetching} />
  }
  const { accruing, held, payable, inTransfer, paid, holdings, minimumTransfer } = balance.data
  const first = holdings[0]
  return (
    <>
      <MoneyPath
        at={{
          earned: { cents: accruing, note: t('station-earned') },
          held: { cents: held, note: first ? t('station-held-until', { at: formatDateTime(first.until, locale) }) : t('station-held') },
          available: { cents: payable, note: t('station-available', { minimum: formatCents(minimumTransfer, locale) }) },
          inTransfer: { cents: inTransfer, note: t('station-transfer') },
          paid: { cents: paid, note: t('station-paid') },
        }}
        sumWord={t('station-sum')}
        afterSum={t('station-all')}
      />
      {holdings.length > 0 && <Holdings holdings={holdings} />}
    </>
  )
}

function Holdings({ holdings }: { holdings: Balance['holdings'] }) {
  const { t, locale } = useText()
  return (
    <div className="creator-held">
      <h3>{t('held-title')}</h3>
      <ul className="creator-rows">
        {holdings.map(({ id, amount, subject, until }) => (
          <li key={id}>
            <ReasonChip
              kind="held"
              reason={t('held-until', { amount: formatCents(amount, locale), at: formatDateTime(until, locale) })}
              mend={t('held-final_checks', { subject: nameOf(subject) ?? t('held-a-campaign') })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a movement was for, if it is a name: an id says nothing to a person. */
export const nameOf = (subject: string): string | undefined => (/^[\da-f]{8}-[\da-f-]{27}$/i.test(subject) ? undefined : subject)
