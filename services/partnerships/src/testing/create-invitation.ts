import { AccountAdded, BrandRegistered, CreditsHeld, CreditsRefused } from '@reelfair/contracts'
import { person, type TestApp } from '@reelfair/testkit'

/** Emits `account.added`, from which partnerships learns about the account. */
export async function createAccount(app: TestApp, creatorId: string = crypto.randomUUID()) {
  const facts = { accountId: crypto.randomUUID(), creatorId, network: 'tiktok', username: 'lea', version: 1 }
  await app.deliver(AccountAdded.of(facts))
  return facts
}

export const draftFor = (accountId: string) => ({
  accountId,
  weeklyViewsGoal: 10_000,
  link: 'https://alpine.example',
  caption: 'Try',
  beginning: '2099-01-05',
})

/** Creates an unfunded invitation and the two possible responses from payouts. */
export async function createInvitation(app: TestApp) {
  const [brand, creator] = [person('brand'), person('creator')]
  const { accountId } = await createAccount(app, creator.id)
  await app.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  const { id } = (await app.as(brand).post('/invitations', draftFor(accountId))).body
  const ref = { kind: 'invitation', id, brandId: brand.id } as const
  return {
    id,
    brand,
    creator,
    accountId,
    held: CreditsHeld.of({ ...ref, credits: 10_000 }),
    refused: CreditsRefused.of({ ...ref, missing: 3 }),
    seenByBrand: async () => (await app.as(brand).get('/invitations')).body.items,
    seenByCreator: async () => (await app.as(creator).get('/invitations')).body.items,
    emitted: async (type: string) => (await app.emitted(type)).filter(({ invitationId }) => invitationId === id),
  }
}
