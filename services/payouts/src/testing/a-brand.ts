import { BrandRegistered, type EventDraft } from '@reelfair/contracts'
import { type Person, person, type TestApp } from '@reelfair/testkit'
import { payouts } from '../app.ts'
import { grantCredits } from '../cli/grant-credits.ts'

export async function aBrandWith(app: TestApp, credits: number): Promise<Person<'brand'>> {
  const brand = person('brand')
  await app.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  if (credits > 0) await grantCredits.run({ brandId: brand.id, credits, reason: 'test' }, app.context())
  return brand
}

/** Calls the event handler directly, like another replica, because the queue would deliver events in order. */
export const handle = (app: TestApp, draft: EventDraft) =>
  payouts.subscribes?.find(({ event }) => event.type === draft.type)?.run(draft.data, app.context())
