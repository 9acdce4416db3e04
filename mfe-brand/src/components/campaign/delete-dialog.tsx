import type { Campaign } from '@reelfair/contracts'
import { dueSettlement, finalSettlementAt } from '@reelfair/rules'
import { formatCount, formatDateTime, showToast, useNow } from '@reelfair/ui'
import { ConfirmDialog, RichProvider } from '@reelfair/ui/rich'
import { useWrite } from '@reelfair/web-kit'
import { useText } from './messages/index.ts'
import { timeIsUp } from './time-is-up.ts'

interface DeleteDialogProps {
  readonly campaign: Campaign
  readonly onClose: () => void
  readonly onDone?: (() => void) | undefined
}

export function DeleteDialog({ campaign, onClose, onDone }: DeleteDialogProps) {
  const { t } = useText()
  const ends = useEnding(campaign)
  const remove = useWrite('DELETE', '/campaigns/campaigns/:campaignId', {
    changes: ['campaigns', 'credits'],
    ifNotFound: { isGone: true },
    onDone: ({ isGone }) => {
      // A creator may have signed up while the dialog was open, so report what the service did.
      showToast(t(isGone ? 'delete-done' : 'delete-ended'), { kind: 'done' })
      onClose()
      if (isGone) onDone?.()
    },
  })
  return (
    <RichProvider>
      <ConfirmDialog
        open
        danger
        onClose={onClose}
        title={t('delete-ask', { name: campaign.name })}
        confirm={t(ends === 'now' ? 'delete-confirm-end' : 'delete-confirm')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ campaignId: campaign.id })}
      >
        <WhatHappens campaign={campaign} ends={ends} />
        {remove.error && <p className="brand-problem">{t('delete-failed')}</p>}
      </ConfirmDialog>
    </RichProvider>
  )
}

type Ending = 'now' | 'already' | undefined

/**
 * A campaign with creators is deleted only after its last views have been read: it ends `now` or has `already` ended.
 * Undefined if no views are left to read.
 */
function useEnding(campaign: Campaign): Ending {
  const now = useNow()
  if (campaign.signUps === 0 || campaign.phase === 'settled') return undefined
  return campaign.phase === 'ended' || timeIsUp(campaign, now) ? 'already' : 'now'
}

function WhatHappens({ campaign: { phase, signUps, viewsGoal, endsAt, payableAt }, ends }: { campaign: Campaign; ends: Ending }) {
  const { t, locale } = useText()
  const now = useNow()
  const views = formatCount(viewsGoal, locale)
  if (ends) {
    const planned = ends === 'now' ? finalSettlementAt(new Date(now)) : new Date(payableAt ?? finalSettlementAt(new Date(endsAt ?? now)))
    const { isLate, at: due } = dueSettlement(planned, new Date(now))
    const at = formatDateTime(due, locale, { weekday: 'short' })
    return (
      <div className="brand-ask">
        <p>{ends === 'now' ? t('delete-joined', { count: signUps }) : t('delete-over')}</p>
        <p>{t(ends === 'now' ? 'delete-joined-then' : isLate ? 'delete-over-late' : 'delete-over-then', { views, at })}</p>
      </div>
    )
  }
  if (phase === 'unfunded') return <p>{t('delete-text-unfunded')}</p>
  if (phase !== 'settled') return <p>{t('delete-text', { views })}</p>
  return (
    <>
      <p>{t('delete-text-settled')}</p>
      {signUps > 0 && <p className="rf-note">{t('delete-creators', { count: signUps })}</p>}
    </>
  )
}
