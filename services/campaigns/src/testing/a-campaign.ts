import { CreditsHeld, CreditsRefused } from '@reelfair/contracts'
import { person, type TestApp } from '@reelfair/testkit'

/** A campaign of a month that waits for its credits, and what payouts may answer. */
export async function aCampaign(app: TestApp) {
  const brand = person('brand')
  const draft = {
    name: 'Winter',
    viewsGoal: 10_000,
    category: 'Gaming_Esports',
    network: 'tiktok',
    link: 'https://a.example',
    duration: '1 month',
  }
  const { id } = (await app.as(brand).post('/campaigns', draft)).body
  const ref = { kind: 'campaign', id, brandId: brand.id } as const
  return {
    id,
    brand,
    held: CreditsHeld.of({ ...ref, credits: 10_000 }),
    refused: CreditsRefused.of({ ...ref, missing: 2_000 }),
    show: async () => (await app.as(brand).get(`/campaigns/${id}`)).body,
    said: async (type: string) => (await app.emitted(type)).filter(({ campaignId }) => campaignId === id),
  }
}
