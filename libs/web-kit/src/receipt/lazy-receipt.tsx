import { SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import type { SignUpReceiptProps } from './sign-up-receipt.tsx'

export type { SignUpReceiptProps }

const Loaded = lazy(async () => ({ default: (await import('./sign-up-receipt.tsx')).SignUpReceipt }))

/**
 * The receipt for a sign-up, with loading, error and empty states. Its code is fetched when it is first shown.
 * @example <SignUpReceipt signUpId={signUp.id} unit="cents" />
 */
export const SignUpReceipt = (props: SignUpReceiptProps) => (
  <Suspense fallback={<SkeletonBlock height={420} />}>
    <Loaded {...props} />
  </Suspense>
)
