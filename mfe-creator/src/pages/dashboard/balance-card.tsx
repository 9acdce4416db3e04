import {
  ForwardLink,
  formatCents,
  formatDateTime,
  LoadError,
  MoneyPath,
  Sheet,
  SkeletonBlock,
  StationMark,
  TextLink,
  useNow,
} from '@reelfair/ui'
import { heldUntil } from '../../components/held-until.ts'
import { useBalance, usePayoutAccount } from '../../components/queries.ts'
import { TransferButton } from '../../components/transfer/transfer-button.tsx'
import { useText } from '../../messages/index.ts'

export function BalanceCard() {
  const { t, locale } = useText()
  const balance = useBalance()
  const account = usePayoutAccount()
  const now = useNow()
  if (balance.isPending || account.isPending) return <SkeletonBlock height={280} />
  const failed = balance.data ? account : balance
  if (!balance.data || !account.data) return <LoadError title={t('balance-failed')} query={failed} />
  const { accruing, held, payable, inTransfer, paid, earned, holdings, minimumTransfer: minimum } = balance.data
  const { status } = account.data
  const first = holdings[0] && heldUntil(holdings[0].until, now)
  return (
    <Sheet>
      <div className="creator-balance">
        <div className="creator-balance-now">
          <StationMark of="available" />
          <p className="creator-balance-figure">{formatCents(payable, locale)}</p>
          {status === 'none' || status === 'closed' ? (
            <ForwardLink wide href="/balance">
              {t('account-set-up')}
            </ForwardLink>
          ) : (
            <TransferButton wide payable={payable} minimum={minimum} active={status === 'active'} />
          )}
          <p className="rf-note">
            {status === 'active' ? t('balance-card-minimum', { minimum: formatCents(minimum, locale) }) : account.data.nextStep}
          </p>
        </div>
        <div className="creator-balance-rest">
          <MoneyPath
            variant="list"
            at={{
              earned: { cents: accruing, ...(accruing > 0 && { note: t('station-earned') }) },
              held: {
                cents: held,
                ...(first && {
                  note: t(first.isLate ? 'station-held-late' : 'station-held-until', { at: formatDateTime(first.at, locale) }),
                }),
              },
              inTransfer: { cents: inTransfer, ...(inTransfer > 0 && { note: t('station-transfer') }) },
              paid: { cents: paid, ...(paid > 0 && { note: t('station-paid') }) },
            }}
          />
          <p className="creator-balance-sum">
            {[accruing, held, payable, inTransfer, paid].map((cents) => formatCents(cents, locale)).join(' + ')} ={' '}
            <strong>
              {formatCents(earned, locale)} {t('station-sum')}
            </strong>
          </p>
          <TextLink href="/balance">{t('balance-all')}</TextLink>
        </div>
      </div>
    </Sheet>
  )
}
