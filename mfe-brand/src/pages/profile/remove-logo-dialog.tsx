import { showToast } from '@reelfair/ui'
import { ConfirmDialog, RichProvider } from '@reelfair/ui/rich'
import { useWrite } from '@reelfair/web-kit'
import { useText } from './messages/index.ts'

export function RemoveLogoDialog({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const remove = useWrite('DELETE', '/identity/brand/logo', {
    changes: ['session', 'brand'],
    onDone: () => {
      showToast(t('logo-removed'))
      onClose()
    },
  })
  return (
    <RichProvider>
      <ConfirmDialog
        open
        danger
        onClose={onClose}
        title={t('logo-ask')}
        confirm={t('logo-remove')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>{t('logo-ask-text')}</p>
      </ConfirmDialog>
    </RichProvider>
  )
}
