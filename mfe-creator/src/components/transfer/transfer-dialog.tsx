import { formatCents, showToast } from '@reelfair/ui'
import { ConfirmDialog, RichProvider } from '@reelfair/ui/rich'
import { useWrite } from '@reelfair/web-kit'
import { useState } from 'react'
import { useText } from '../../messages/index.ts'

interface TransferDialogProps {
  readonly payable: number
  readonly locked: boolean
  readonly onClicked: () => void
  readonly onClose: () => void
}

export function TransferDialog({ payable, locked, onClicked, onClose }: TransferDialogProps) {
  const { t, locale } = useText()
  const transfer = useWrite('POST', '/payouts/transfers', {
    changes: ['balance'],
    onDone: ({ amount }) => {
      showToast(t('transfer-done', { amount: formatCents(amount, locale) }), { kind: 'done' })
      onClose()
    },
  })
  // If another tab has just transferred the balance, the question keeps its amount beside the error.
  const [asked] = useState(payable)
  const amount = formatCents(payable || asked, locale)
  return (
    <RichProvider>
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('transfer-ask', { amount })}
        confirm={t('transfer', { amount })}
        busy={transfer.isPending || locked}
        error={transfer.error}
        onConfirm={() => {
          onClicked()
          transfer.mutate()
        }}
      >
        <p>{t('transfer-ask-text')}</p>
      </ConfirmDialog>
    </RichProvider>
  )
}
