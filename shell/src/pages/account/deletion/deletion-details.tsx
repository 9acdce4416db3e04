import type { DeletionObstacle, Me } from '@reelfair/contracts'
import { waiverOf } from '@reelfair/rules'
import { Button, ButtonLink, formatDateTime, LoadError, PageSkeleton, Warning } from '@reelfair/ui'
import { useId } from 'react'
import { Proof } from '../proof.tsx'
import { DeletionForm } from './deletion-form.tsx'
import { useText } from './messages/index.ts'
import { amountOf, possibleFrom, useObstacles } from './obstacles.ts'

/** Explains deletion and lists what prevents it. The form appears only if the user can give up everything listed. */
export function DeletionDetails({ me }: { me: Me }) {
  const { t } = useText()
  const { obstacles, failed } = useObstacles()
  const role = me.role === 'brand' ? 'brand' : 'creator'
  return (
    <div className="shell-deletion">
      <ul>
        <li>{t(`erased-${role}`)}</li>
        <li>{t(`kept-${role}`)}</li>
        <li>{t('undo')}</li>
      </ul>
      {failed && <LoadError title={t('check-failed')} query={failed} />}
      {!failed && !obstacles && <PageSkeleton />}
      {obstacles && <Checked me={me} obstacles={obstacles} />}
    </div>
  )
}

function Checked({ me, obstacles }: { me: Me; obstacles: readonly DeletionObstacle[] }) {
  const payable = obstacles.find(({ reason }) => reason === 'balance_payable')
  if (!obstacles.every(({ reason }) => waiverOf(reason)))
    return <Obstacles obstacles={obstacles.filter((one) => one === payable || !waiverOf(one.reason))} />
  return (
    <>
      {payable && <TransferFirst payable={payable} />}
      <Proof>{(needs) => <DeletionForm me={me} given={obstacles} needs={needs} />}</Proof>
    </>
  )
}

function TransferFirst({ payable }: { payable: DeletionObstacle }) {
  const { t, locale } = useText()
  return (
    <Warning
      title={t('transfer-first', { amount: amountOf(payable, locale) })}
      actions={
        <ButtonLink href="/balance" size="small">
          {t('transfer-first-go')}
        </ButtonLink>
      }
    >
      {t('transfer-first-text')}
    </Warning>
  )
}

export function Obstacles({ obstacles }: { obstacles: readonly DeletionObstacle[] }) {
  const { t, locale } = useText()
  const id = useId()
  const from = possibleFrom(obstacles)
  return (
    <>
      <Warning title={t('blocked-title')} fixes={obstacles.map((one) => t(`obstacle-${one.reason}`, { amount: amountOf(one, locale) }))}>
        {t('blocked-lead')}
      </Warning>
      <div className="shell-deletion-blocked">
        <Button disabled aria-describedby={from && id}>
          {t('title')}
        </Button>
        {from && (
          <span className="rf-note" id={id}>
            {t('possible-from', { at: formatDateTime(from, locale) })}
          </span>
        )}
      </div>
    </>
  )
}
