import type { Balance, PayoutAccount } from '@reelfair/contracts'
import { Button, formatCents, formatDateTime, NextStep, SkeletonText, useNow } from '@reelfair/ui'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Clock from 'lucide-react/icons/clock'
import Landmark from 'lucide-react/icons/landmark'
import { heldUntil } from '../../components/held-until.ts'
import { isBeingChecked, needsAction, useBalance, usePayoutAccount } from '../../components/queries.ts'
import { TransferButton } from '../../components/transfer/transfer-button.tsx'
import { useText } from './messages/index.ts'
import { useTransfers } from './queries.ts'

export function WhatNext() {
  const { t } = useText()
  const balance = useBalance()
  const account = usePayoutAccount()
  // If loading fails, a section below shows the error and this one stays empty.
  if (balance.isPending || account.isPending) return <SkeletonText lines={2} />
  if (!balance.data || !account.data) return null
  if (isBeingChecked(account.data)) return <NextStep icon={Clock} sentence={t('next-checking')} consequence={t('next-checking-note')} />
  const active = account.data.status === 'active'
  // Creators do not need a payout account before their first earnings.
  if (!active && balance.data.earned > 0) return <AccountNext account={account.data} payable={balance.data.payable} />
  return balance.data.payable > 0 ? <PayableNext balance={balance.data} active={active} /> : <WaitingNext balance={balance.data} />
}

function AccountNext({ account, payable }: { account: PayoutAccount; payable: number }) {
  const { t, locale } = useText()
  const { status, nextStep } = account
  if (status === 'restricted' && !needsAction(account)) {
    return <NextStep icon={Landmark} sentence={t('next-stopped')} consequence={nextStep} />
  }
  return (
    <NextStep
      icon={Landmark}
      sentence={
        payable > 0
          ? t('next-waits', { amount: formatCents(payable, locale) })
          : t(status === 'none' ? 'next-account' : 'next-account-more')
      }
      consequence={status === 'none' ? t('next-account-note') : nextStep}
      action={
        <Button look="filled" iconAfter={ArrowDown} onClick={showAccount}>
          {t('next-account-action')}
        </Button>
      }
    />
  )
}

function PayableNext({ balance: { payable, minimumTransfer, holdings }, active }: { balance: Balance; active: boolean }) {
  const { t, locale } = useText()
  const now = useNow()
  const values = { amount: formatCents(payable, locale), minimum: formatCents(minimumTransfer, locale) }
  const action = <TransferButton payable={payable} minimum={minimumTransfer} active={active} />
  if (payable < minimumTransfer) {
    return <NextStep icon={Clock} sentence={t('next-below', values)} consequence={t('next-below-note', values)} action={action} />
  }
  const next = holdings[0] && { ...holdings[0], ...heldUntil(holdings[0].until, now) }
  const sentence =
    next && !next.isLate
      ? t('next-move-then', { ...values, held: formatCents(next.amount, locale), at: formatDateTime(next.at, locale) })
      : t('next-move', values)
  return <NextStep icon={Landmark} sentence={sentence} consequence={t('next-move-note')} action={action} />
}

function WaitingNext({ balance: { inTransfer, paid, accruing, holdings } }: { balance: Balance }) {
  const { t, locale } = useText()
  const now = useNow()
  const transfers = useTransfers()
  if (inTransfer > 0) {
    const waiting = transfers.items?.find((one) => one.waiting)?.waiting
    const consequence = waiting
      ? t('next-way-waits', { why: waiting.sentence, at: formatDateTime(waiting.until, locale) })
      : t('next-way-note')
    return <NextStep icon={Clock} sentence={t('next-way', { way: formatCents(inTransfer, locale) })} consequence={consequence} />
  }
  const [first] = holdings
  if (first) {
    const { isLate, at } = heldUntil(first.until, now)
    const held = { amount: formatCents(first.amount, locale), at: formatDateTime(at, locale, { weekday: 'short' }) }
    const sentence = t(isLate ? 'next-held-late' : 'next-held', held)
    return <NextStep icon={Clock} sentence={sentence} consequence={t(isLate ? 'held-late-note' : 'held-note')} />
  }
  if (accruing > 0) {
    const sentence = t('next-accruing', { amount: formatCents(accruing, locale) })
    return <NextStep icon={Clock} sentence={sentence} consequence={t('next-accruing-note')} />
  }
  return <NextStep icon={Clock} sentence={t(paid > 0 ? 'next-paid' : 'next-nothing')} consequence={t('next-nothing-note')} />
}

function showAccount() {
  const part = document.getElementById('account')
  part?.scrollIntoView()
  part?.querySelector<HTMLElement>('select, button')?.focus({ preventScroll: true })
}
