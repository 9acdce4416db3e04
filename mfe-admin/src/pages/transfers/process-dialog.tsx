import { ConfirmDialog, RichProvider } from '@reelfair/ui/rich'
import { useText } from '../../messages/index.ts'

export function ProcessDialog({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  const { t } = useText()
  const go = () => {
    onClose()
    onConfirm()
  }
  return (
    <RichProvider>
      <ConfirmDialog open onClose={onClose} title={t('process-ask')} confirm={t('process-now')} onConfirm={go}>
        <p>{t('process-ask-text')}</p>
        <p className="rf-note">{t('process-ask-note')}</p>
      </ConfirmDialog>
    </RichProvider>
  )
}
