/** What creators earn per 1,000 qualified views, in cents. @source decisions §1, the rate card in force */
export const pay = { campaignCents: 10, partnershipCents: 20 } as const

/** Names of the packages; the same in both languages. */
export const packageNames = {
  starter: 'Starter',
  growth: 'Growth',
  business: 'Business',
  scale: 'Scale',
  enterprise: 'Enterprise',
} as const

/** Through sign-up and the brand's form to the purchase page, with this package chosen. */
export const buyLink = (id: keyof typeof packageNames) =>
  `/signup?role=brand&redirect=${encodeURIComponent(`/brand-dashboard/purchase?package=${id}`)}`
