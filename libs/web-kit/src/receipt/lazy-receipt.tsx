import { SkeletonBlock } from '@reelfair/ui'
import { lazy, Suspense } from 'react'
import type { PartnershipReceiptProps } from './partnership-receipt.tsx'
import type { SignUpReceiptProps } from './sign-up-receipt.tsx'

const OfSignUp = lazy(async () => ({ default: (await import('./sign-up-receipt.tsx')).SignUpReceipt }))
const OfPartnership = lazy(async () => ({ default: (await import('./partnership-receipt.tsx')).PartnershipReceipt }))

/**
 * A sign-up's receipt, whose code loads when the receipt first appears.
 * @example <SignUpReceipt signUpId={signUp.id} unit="cents" />
 */
export const SignUpReceipt = (props: SignUpReceiptProps) => (
  <Suspense fallback={<SkeletonBlock height={420} />}>
    <OfSignUp {...props} />
  </Suspense>
)

/**
 * A partnership's receipt, whose code loads when the receipt first appears.
 * @example <PartnershipReceipt partnership={partnership} unit="credits" />
 */
export const PartnershipReceipt = (props: PartnershipReceiptProps) => (
  <Suspense fallback={<SkeletonBlock height={420} />}>
    <OfPartnership {...props} />
  </Suspense>
)
