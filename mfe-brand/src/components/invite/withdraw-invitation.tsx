import { handleOf } from '@reelfair/contracts/deleted'
import { Button } from '@reelfair/ui'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'
import type { OpenInvitation } from './withdraw-dialog.tsx'

const WithdrawDialog = lazy(async () => ({ default: (await import('./withdraw-dialog.tsx')).WithdrawDialog }))

/** Withdraws a pending invitation after confirmation. */
export function WithdrawInvitation({ invitation }: { invitation: OpenInvitation }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={t('withdraw-of', { username: handleOf(invitation.username) })} onClick={() => setOpen(true)}>
        {t('withdraw')}
      </Button>
      {isOpen && (
        <Suspense>
          <WithdrawDialog invitation={invitation} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
