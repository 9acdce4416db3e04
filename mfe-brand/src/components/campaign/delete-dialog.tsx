import type { Campaign } from '@reelfair/contracts'
import { formatCount, showToast } from '@reelfair/ui'
import { ConfirmDialog, RichProvider } from '@reelfair/ui/rich'
import { useWrite } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

interface DeleteDialogProps {
  readonly campaign: Campaign
  readonly onClose: () => void
  readonly onDone?: (() => void) | undefined
}

/** The question before a campaign is deleted, and why it was not, if so. */
export function DeleteDialog({ campaign, onClose, onDone }: DeleteDialogProps) {
  const { t, locale } = useText()
  const remove = useWrite<void>('DELETE', `/campaigns/campaigns/${campaign.id}`, {
    changes: ['campaigns', 'credits'],
    onDone: () => {
      showToast(t('delete-done'), { kind: 'done' })
      onClose()
      onDone?.()
    },
  })
  return (
    <RichProvider>
      <ConfirmDialog
        open
        danger
        onClose={onClose}
        title={t('delete-ask', { name: campaign.name })}
        confirm={t('delete-confirm')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>
          {campaign.phase === 'unfunded' ? t('delete-text-unfunded') : t('delete-text', { views: formatCount(campaign.viewsGoal, locale) })}
        </p>
        {campaign.signUps > 0 && <p className="rf-note">{t('delete-creators', { count: campaign.signUps })}</p>}
        {remove.error && <p className="brand-problem">{t('delete-failed')}</p>}
      </ConfirmDialog>
    </RichProvider>
  )
}
