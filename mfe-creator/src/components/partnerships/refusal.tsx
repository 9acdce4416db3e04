import type { Invitation } from '@reelfair/contracts'
import { ConfirmDialog } from '@reelfair/ui/rich'
import { useText } from './messages/index.ts'
import { useBrandName } from './use-brand-name.ts'

interface RefusalProps {
  readonly invitation: Invitation
  readonly busy: boolean
  readonly error: Error | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function Refusal({ invitation, busy, error, onConfirm, onClose }: RefusalProps) {
  const { t } = useText()
  const brand = useBrandName()(invitation)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('refuse-ask', { brand })}
      confirm={t('refuse-confirm')}
      cancel={t('refuse-cancel')}
      danger
      busy={busy}
      error={error}
      onConfirm={onConfirm}
    >
      <p>{t('refuse-text', { brand })}</p>
    </ConfirmDialog>
  )
}
