import type { CreditOrder } from '@reelfair/contracts'

/** Names of the packages; the same in both languages. */
export const packageNames = {
  starter: 'Starter',
  growth: 'Growth',
  business: 'Business',
  scale: 'Scale',
  enterprise: 'Enterprise',
} as const satisfies Record<CreditOrder['package'], string>
