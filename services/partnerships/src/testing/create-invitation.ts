import { AccountVerified, BrandRegistered, CreditsHeld, CreditsRefused, LogoStored } from '@reelfair/contracts'
import { addDays, businessDayOf } from '@reelfair/rules'
import { type Person, person, type TestApp } from '@reelfair/testkit'

/** Emits `account.verified`, from which partnerships learns about the account. */
export async function createAccount(app: TestApp, creatorId: string = crypto.randomUUID(), more: object = {}) {
  const facts = {
    accountId: crypto.randomUUID(),
    creatorId,
    network: 'tiktok',
    username: 'lea',
    externalId: `tiktok-${creatorId}`,
    followers: 1_000,
    averageViews: 9_000,
    isPublic: true,
    version: 1,
    ...more,
  }
  await app.deliver(AccountVerified.of(facts))
  return facts
}

/** Emits `logo.stored`, as after an upload. @returns the file's id */
export async function storeLogo(app: TestApp, brandId: string): Promise<string> {
  const mediaId = crypto.randomUUID()
  await app.deliver(LogoStored.of({ mediaId, brandId, kind: 'image', type: 'image/png', version: 1 }))
  return mediaId
}

export const draftFor = (app: TestApp, accountId: string, mediaId: string) => ({
  accountId,
  mediaId,
  weeklyViewsGoal: 10_000,
  link: 'https://alpine.example',
  caption: 'Try',
  beginning: addDays(businessDayOf(app.clock.now()), 14),
})

interface Given {
  readonly brand?: Person
  readonly creator?: Person
  readonly draft?: object
  readonly account?: object
}

/** Creates an unfunded invitation and the two possible responses from payouts. */
export async function createInvitation(
  app: TestApp,
  { brand = person('brand'), creator = person('creator'), draft = {}, account }: Given = {},
) {
  const { accountId } = await createAccount(app, creator.id, account)
  await app.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  const mediaId = await storeLogo(app, brand.id)
  const wanted = { ...draftFor(app, accountId, mediaId), ...draft }
  const { id } = (await app.as(brand).post('/invitations', wanted)).body
  const ref = { kind: 'invitation', id, brandId: brand.id } as const
  return {
    id,
    brand,
    creator,
    accountId,
    mediaId,
    held: CreditsHeld.of({ ...ref, credits: wanted.weeklyViewsGoal }),
    refused: CreditsRefused.of({ ...ref, missing: 3 }),
    seenByBrand: async () => (await app.as(brand).get('/invitations')).body.items,
    seenByCreator: async () => (await app.as(creator).get('/invitations')).body.items,
    accept: () => app.as(creator).post(`/invitations/${id}/acceptance`),
    reject: () => app.as(creator).post(`/invitations/${id}/refusal`),
    withdraw: () => app.as(brand).post(`/invitations/${id}/withdrawal`),
    emitted: async (type: string) =>
      (await app.emitted(type)).filter(({ invitationId, partnershipId }) => (invitationId ?? partnershipId) === id),
  }
}

/** Creates an invitation that the creator can answer. */
export async function sendInvitation(app: TestApp, given: Given = {}) {
  const invitation = await createInvitation(app, given)
  await app.deliver(invitation.held)
  return invitation
}
