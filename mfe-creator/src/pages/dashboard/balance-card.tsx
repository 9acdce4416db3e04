import { ButtonLink, ErrorPanel, formatCents, MoneyPath, SkeletonBlock } from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useBalance, usePayoutAccount } from '../../components/queries.ts'
import { TransferButton } from '../../components/transfer/transfer-button.tsx'
import { useText } from '../../messages/index.ts'

/** The balance in short: the way to set the account up, or the transfer. */
export function BalanceCard() {
  const { t, locale } = useText()
  const balance = useBalance()
  const account = usePayoutAccount()
  if (balance.isPending || account.isPending) return <SkeletonBlock height={220} />
  const failed = balance.data ? account : balance
  if (!balance.data || !account.data) {
    return <ErrorPanel title={t('balance-failed')} error={failed.error} onRetry={failed.refetch} busy={failed.isFetching} />
  }
  const { accruing, held, payable, inTransfer, paid, minimumTransfer: minimum } = balance.data
  const { status } = account.data
  return (
    <div className="creator-balance">
      <MoneyPath
        variant="list"
        at={{
          earned: { cents: accruing },
          held: { cents: held },
          available: { cents: payable },
          inTransfer: { cents: inTransfer },
          paid: { cents: paid },
        }}
        sumWord={t('station-sum')}
      />
      <div className="creator-row-actions">
        {status === 'none' || status === 'closed' ? (
          <ButtonLink href="/balance" iconAfter={ArrowRight}>
            {t('account-set-up')}
          </ButtonLink>
        ) : (
          <TransferButton look="outlined" payable={payable} minimum={minimum} active={status === 'active'} />
        )}
        <p className="rf-note">
          {status === 'active' ? t('balance-card-minimum', { minimum: formatCents(minimum, locale) }) : account.data.nextStep}
        </p>
      </div>
    </div>
  )
}
