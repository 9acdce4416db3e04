import { Button, formatCents } from '@reelfair/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '../../messages/index.ts'

const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }))

/**
 * How long the button stays locked after a confirmation. The service itself prevents double transfers.
 * @source specification §6
 */
const LOCK_MS = 5_000

interface TransferButtonProps {
  /** Amount available to transfer, in cents. */
  readonly payable: number
  readonly minimum: number
  /** Whether the payout account is active. */
  readonly active: boolean
  readonly wide?: boolean
}

export function TransferButton({ payable, minimum, active, wide = false }: TransferButtonProps) {
  const { t, locale } = useText()
  const [open, setOpen] = useState(false)
  const [lockedAt, setLockedAt] = useState<number>()
  useEffect(() => {
    if (lockedAt === undefined) return
    const timer = setTimeout(() => setLockedAt(undefined), LOCK_MS)
    return () => clearTimeout(timer)
  }, [lockedAt])
  const locked = lockedAt !== undefined
  return (
    <>
      <Button look="filled" wide={wide} disabled={!active || payable < minimum || locked} onClick={() => setOpen(true)}>
        {payable > 0 ? t('transfer', { amount: formatCents(payable, locale) }) : t('transfer-none')}
      </Button>
      {open && (
        <Suspense>
          <TransferDialog
            payable={payable}
            locked={locked}
            onClicked={() => setLockedAt(performance.now())}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
