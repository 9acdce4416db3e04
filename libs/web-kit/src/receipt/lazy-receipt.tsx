import { SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import type { SignUpReceiptProps } from './sign-up-receipt.tsx'

export type { SignUpReceiptProps }

const Loaded = lazy(async () => ({ default: (await import('./sign-up-receipt.tsx')).SignUpReceipt }))

/**
 * A sign-up's receipt, whose code loads when the receipt first appears.
 * @example <SignUpReceipt signUpId={signUp.id} unit="cents" />
 */
export const SignUpReceipt = (props: SignUpReceiptProps) => (
  <Suspense fallback={<SkeletonBlock height={420} />}>
    <Loaded {...props} />
  </Suspense>
)
