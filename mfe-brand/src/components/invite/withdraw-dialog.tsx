import type { Invitation } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { formatCount, showToast } from '@reelfair/ui'
import { ConfirmDialog, RichProvider } from '@reelfair/ui/rich'
import { useWrite } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

export type OpenInvitation = Pick<Invitation, 'id' | 'username' | 'weeklyViewsGoal'>

export function WithdrawDialog({ invitation, onClose }: { invitation: OpenInvitation; onClose: () => void }) {
  const { t, locale } = useText()
  const { id, username, weeklyViewsGoal } = invitation
  const withdraw = useWrite('POST', '/partnerships/invitations/:invitationId/withdrawal', {
    changes: ['invitations', 'credits'],
    onDone: () => {
      showToast(t('withdraw-done'), { kind: 'done' })
      onClose()
    },
  })
  return (
    <RichProvider>
      <ConfirmDialog
        open
        danger
        onClose={onClose}
        title={t('withdraw-ask')}
        confirm={t('withdraw-confirm')}
        cancel={t('withdraw-keep')}
        busy={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => withdraw.mutate({ invitationId: id })}
      >
        <p>{t('withdraw-text', { username: handleOf(username), views: formatCount(weeklyViewsGoal, locale) })}</p>
      </ConfirmDialog>
    </RichProvider>
  )
}
