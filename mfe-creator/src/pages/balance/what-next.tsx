import { Button, formatCents, formatDateTime, NextStep, SkeletonText, useNow } from '@reelfair/ui'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Clock from 'lucide-react/icons/clock'
import Landmark from 'lucide-react/icons/landmark'
import { heldUntil } from '../../components/held-until.ts'
import { isBeingChecked, needsAction, useBalance, usePayoutAccount } from '../../components/queries.ts'
import { TransferButton } from '../../components/transfer/transfer-button.tsx'
import { useText } from './messages/index.ts'
import { useTransfers } from './queries.ts'

/** The next step for the creator's money: what to do, or when it moves automatically. */
export function WhatNext() {
  const { t, locale } = useText()
  const balance = useBalance()
  const account = usePayoutAccount()
  const transfers = useTransfers()
  const now = useNow()
  // A section below shows the error, so show nothing here while the state is unknown.
  if (balance.isPending || account.isPending) return <SkeletonText lines={2} />
  if (!balance.data || !account.data) return null
  const { payable, inTransfer, paid, minimumTransfer: minimum, accruing, holdings, earned } = balance.data
  const values = { amount: formatCents(payable, locale), minimum: formatCents(minimum, locale), way: formatCents(inTransfer, locale) }
  const active = account.data.status === 'active'
  const toAccount = (
    <Button look="filled" iconAfter={ArrowDown} onClick={showAccount}>
      {t('next-account-action')}
    </Button>
  )
  const transfer = <TransferButton payable={payable} minimum={minimum} active={active} />
  if (isBeingChecked(account.data)) {
    return <NextStep level={2} icon={Clock} sentence={t('next-checking')} consequence={t('next-checking-note')} />
  }
  // Without earnings there is nothing to pay out, so a payout account is not needed yet.
  if (!active && earned > 0) {
    const consequence = account.data.status === 'none' ? t('next-account-note') : account.data.nextStep
    if (account.data.status === 'restricted' && !needsAction(account.data)) {
      return <NextStep level={2} icon={Landmark} sentence={t('next-stopped')} consequence={account.data.nextStep} />
    }
    const sentence = payable > 0 ? t('next-waits', values) : t('next-account')
    return <NextStep level={2} icon={Landmark} sentence={sentence} consequence={consequence} action={toAccount} />
  }
  const first = holdings[0] && { ...holdings[0], ...heldUntil(holdings[0].until, now) }
  if (payable >= minimum) {
    const then =
      first &&
      !first.isLate &&
      t('next-move-then', { ...values, held: formatCents(first.amount, locale), at: formatDateTime(first.at, locale) })
    return (
      <NextStep
        level={2}
        icon={Landmark}
        sentence={then || t('next-move', values)}
        consequence={t('next-move-note', values)}
        action={transfer}
      />
    )
  }
  if (payable > 0) {
    return (
      <NextStep level={2} icon={Clock} sentence={t('next-below', values)} consequence={t('next-below-note', values)} action={transfer} />
    )
  }
  if (inTransfer > 0) {
    const waiting = transfers.items?.find((one) => one.waiting)?.waiting
    const consequence = waiting
      ? t('next-way-waits', { why: waiting.sentence, at: formatDateTime(waiting.until, locale) })
      : t('next-way-note')
    return <NextStep level={2} icon={Clock} sentence={t('next-way', values)} consequence={consequence} />
  }
  if (first) {
    const held = { amount: formatCents(first.amount, locale), at: formatDateTime(first.at, locale, { weekday: 'short' }) }
    const { isLate } = first
    return (
      <NextStep
        level={2}
        icon={Clock}
        sentence={t(isLate ? 'next-held-late' : 'next-held', held)}
        consequence={t(isLate ? 'held-late-note' : 'held-note')}
      />
    )
  }
  return accruing > 0 ? (
    <NextStep
      level={2}
      icon={Clock}
      sentence={t('next-accruing', { amount: formatCents(accruing, locale) })}
      consequence={t('next-accruing-note')}
    />
  ) : (
    <NextStep level={2} icon={Clock} sentence={t(paid > 0 ? 'next-paid' : 'next-nothing')} consequence={t('next-nothing-note')} />
  )
}

/** Scrolls to the payout account section and focuses its first control. */
function showAccount() {
  const part = document.getElementById('account')
  part?.scrollIntoView()
  part?.querySelector<HTMLElement>('select, button')?.focus({ preventScroll: true })
}
