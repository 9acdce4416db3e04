/** @source decisions §1: credits and price in cents without tax. Read from the settings once an admin can change them. */
export const packages = [
  { name: 'Starter', credits: 10_000, cents: 300 },
  { name: 'Growth', credits: 50_000, cents: 1_400 },
  { name: 'Business', credits: 100_000, cents: 2_700 },
  { name: 'Scale', credits: 250_000, cents: 6_500 },
  { name: 'Enterprise', credits: 500_000, cents: 12_500 },
] as const

/** What creators earn per 1,000 qualified views, in cents. @source decisions §1, the rate card in force */
export const pay = { campaignCents: 10, partnershipCents: 20 } as const
