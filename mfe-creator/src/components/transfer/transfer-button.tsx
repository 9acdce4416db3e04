import { Button, formatCents } from '@reelfair/ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '../../messages/index.ts'

const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }))

/** @source specification §6: no second click for so long. The service is safe against it all the same. */
const LOCK_MS = 5_000

interface TransferButtonProps {
  /** What can be transferred, in cents. */
  readonly payable: number
  readonly minimum: number
  /** Whether the payout account is active. */
  readonly active: boolean
  /** As wide as its place. */
  readonly wide?: boolean
}

/** Asks, then transfers all that is available; locked for 5 s after each confirmation. */
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
