/** Starts the six services against the sandbox and creates test data for every route. */
import { Readable } from 'node:stream'
import { AccountVerified, BrandRegistered, CreatorRegistered, CreditsHeld, LogoStored, SERVICES, SignupCreated } from '@reelfair/contracts'
import { businessDayOf } from '@reelfair/rules'
import { type Answer, type Person, startService, type TestApp } from '@reelfair/testkit'
import { logoPng } from '@reelfair/testkit/logo'
import type { Document } from 'mongodb'
import { expect } from 'vitest'
import { startOutside } from '../start-outside.ts'
import { businessServices } from './services.ts'
import type { Things } from './table.ts'

const PASSWORD = 'correct horse'

export interface World {
  readonly creator: Person
  readonly brand: Person
  readonly things: Things
  /** Strings that must not appear in a response to anyone but their owner. */
  readonly secrets: Readonly<Record<'creator' | 'brand', readonly string[]>>
}

/** Call this function at the top level of a test file, because it registers hooks. */
export async function startWorld() {
  const { sandbox, startedWith } = await startOutside('http://localhost:4000')
  const apps = new Map<string, TestApp>()
  for (const service of businessServices) {
    const [beside] = apps.values()
    apps.set(service.name, await startService(service, { ...startedWith(service.name), ...(beside && { sharesWith: beside }) }))
  }
  const appOf = (name: string): TestApp => apps.get(name) ?? expect.unreachable(`service ${name} is not running`)

  let count = 0
  /** Creates a user in the database, because some routes look up the user. */
  async function aUser(role: Person['role'], complete = true): Promise<Person & { email: string }> {
    const email = `person.${++count}@example.org`
    const named = role === 'admin' ? 'create-admin' : 'create-user'
    const command = businessServices.flatMap(({ commands = [] }) => commands).find(({ name }) => name === named)
    const context = appOf('identity').context()
    const ports = { ...context.ports, standardInput: Readable.from([PASSWORD]) }
    const printed = await command?.run({ email, role, password: '-' }, { ...context, ports })
    const [id = ''] = /[0-9a-f-]{36}/.exec(printed ?? '') ?? []
    return { id, role, complete, sessionId: crypto.randomUUID(), email }
  }

  async function withMoney(creator: Person & { email: string }, brand: Person): Promise<{ order: { id: string }; subject: string }> {
    const payouts = appOf('payouts')
    await payouts.deliver(BrandRegistered.of({ brandId: brand.id, brandName: `Owner ${brand.id}`, version: 1 }))
    await payouts.deliver(CreatorRegistered.of({ creatorId: creator.id, email: creator.email, version: 1 }))
    const order = (await payouts.as(brand).post('/credit-orders', { package: 'starter' })).body
    await payouts.as(creator).post('/payout-account/onboarding', {})
    const onboarding = (await fetch(`${sandbox.url}/_sandbox/accounts`).then((answer) => answer.json())) as {
      id: string
      contact_email?: string
    }[]
    const account = onboarding.find(({ contact_email }) => contact_email === creator.email) ?? expect.unreachable('account not opened')
    await fetch(`${sandbox.url}/_sandbox/accounts/${account.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'complete' }),
    })
    expect((await payouts.as(creator).post('/payout-account/refresh')).body.status).toBe('active')
    const subject = `earned-${crypto.randomUUID()}`
    await payouts.as('gateway').post('/sandbox/earnings', { creatorId: creator.id, cents: 500, reason: subject })
    return { order, subject }
  }

  async function withCampaign(creator: Person, brand: Person, made: (answer: Answer) => Answer['body']) {
    const campaigns = appOf('campaigns')
    const media = made(await campaigns.as(brand).post('/media', logoPng(), { headers: { 'content-type': 'image/png' } }))
    const draft = {
      name: 'Winter',
      viewsGoal: 1_000,
      category: 'Fitness_Sports',
      network: 'instagram',
      link: 'https://a.example',
      mediaId: media.id,
    }
    const running = async () => {
      const campaign = made(await campaigns.as(brand).post('/campaigns', draft))
      await campaigns.deliver(CreditsHeld.of({ kind: 'campaign', id: campaign.id, brandId: brand.id, credits: 1_000 }))
      return campaign
    }
    const [campaign, joinable] = [await running(), await running()]
    const joiningAccountId = crypto.randomUUID()
    const facts = { language: 'en', category: 'Fitness_Sports', followers: 9_000, averageViews: 9_000, isPublic: true, version: 2 }
    const account = {
      accountId: joiningAccountId,
      creatorId: creator.id,
      network: 'instagram',
      username: `joins${count}`,
      externalId: joiningAccountId,
    }
    await campaigns.deliver(AccountVerified.of({ ...account, ...facts }))
    const signUp = made(await campaigns.as(creator).post(`/public-campaigns/${campaign.id}/sign-ups`, { accountId: joiningAccountId }))
    return { media, campaign, signUp, joinable, joiningAccountId }
  }

  /** The creator has accepted one of the brand's invitations; a second account may be invited. */
  async function withPartnership(creator: Person, brand: Person, mediaId: string, made: (answer: Answer) => Answer['body']) {
    const partnerships = appOf('partnerships')
    const aVerifiedAccount = async () => {
      const accountId = crypto.randomUUID()
      const account = { accountId, creatorId: creator.id, network: 'tiktok', username: `lea${count}`, externalId: accountId, version: 1 }
      await partnerships.deliver(AccountVerified.of({ ...account, followers: 1, averageViews: 1, isPublic: true }))
      return accountId
    }
    await partnerships.deliver(LogoStored.of({ mediaId, brandId: brand.id, kind: 'image', type: 'image/png', version: 9 }))
    const draft = {
      mediaId,
      weeklyViewsGoal: 1_000,
      link: 'https://a.example',
      caption: 'Try',
      beginning: businessDayOf(sandbox.clock.now()),
    }
    const invitation = made(await partnerships.as(brand).post('/invitations', { ...draft, accountId: await aVerifiedAccount() }))
    await partnerships.deliver(CreditsHeld.of({ kind: 'invitation', id: invitation.id, brandId: brand.id, credits: 1_000 }))
    made(await partnerships.as(creator).post(`/invitations/${invitation.id}/acceptance`))
    return { invitation, invitableAccountId: await aVerifiedAccount() }
  }

  /** Inserts an open review directly, because the product opens reviews only overnight. */
  async function anOpenReview(assignmentId: string, campaignId: string, brandId: string, creatorId: string): Promise<string> {
    const [_id, videoId, at] = [crypto.randomUUID(), crypto.randomUUID(), sandbox.clock.now()]
    await appOf('metrics')
      .database.collection<Document & { _id: string }>('reviews')
      .insertOne({
        _id,
        assignmentId,
        subject: 'campaign',
        subjectId: campaignId,
        brandId,
        creatorId,
        videoId,
        network: 'tiktok',
        username: 'lea',
        url: 'https://a.example/1',
        kind: 'logo',
        state: 'open',
        openedAt: at,
        decideBy: at,
        plannedEnd: at,
        views: 0,
        readings: [],
        order: `0 ${_id}`,
        version: 1,
      })
    return _id
  }

  /** Inserts a finished export directly, because preparing one takes a second. */
  async function anExport(userId: string): Promise<string> {
    const [_id, now] = [crypto.randomUUID(), sandbox.clock.now().getTime()]
    const [requestedAt, endsAt] = [new Date(now - 2 * 86_400_000), new Date(now + 86_400_000)]
    const rows = (name: string) => appOf('identity').database.collection<Document & { _id: string }>(name)
    const shares = SERVICES.map((service) => ({ service, parts: 1, bytes: 2, last: 0 }))
    await rows('data_export_parts').insertMany(SERVICES.map((service) => ({ _id: `${_id}:${service}:000000`, json: '{}', version: 1 })))
    await rows('data_exports').insertOne({ _id, userId, role: 'creator', state: 'ready', requestedAt, endsAt, shares, version: 1 })
    return _id
  }

  async function aWorld(): Promise<World> {
    const [creator, brand] = [await aUser('creator'), await aUser('brand')]
    const made = (answer: Answer) => {
      expect(answer.status).toBeLessThan(300)
      return answer.body
    }
    const form = {
      brandName: `Owner ${brand.id}`,
      contactFirstName: 'Ida',
      contactLastName: 'Roth',
      contactEmail: brand.email,
      termsAccepted: true,
    }
    made(await appOf('identity').as(brand).put('/brand', form))
    const { logoId } = made(
      await appOf('identity')
        .as(brand)
        .post('/brand/logo', logoPng(256, 256), { headers: { 'content-type': 'image/png' } }),
    )
    const account = made(
      await appOf('verification')
        .as(creator)
        .post('/accounts', { network: 'tiktok', username: `lea${count}` }),
    )
    const savedSearch = made(await appOf('verification').as(brand).post('/saved-searches', { name: 'Coffee', search: {} }))
    const { media, campaign, signUp, joinable, joiningAccountId } = await withCampaign(creator, brand, made)
    const { invitation, invitableAccountId } = await withPartnership(creator, brand, media.id, made)
    const { order, subject } = await withMoney(creator, brand)
    const signupId = crypto.randomUUID()
    await appOf('metrics').deliver(
      SignupCreated.of({
        signupId,
        campaignId: campaign.id,
        brandId: brand.id,
        creatorId: creator.id,
        accountId: account.id,
        externalId: `tt_${creator.id}`,
        network: 'tiktok',
        username: account.username,
        code: 'RF-ABCDE',
        link: 'https://a.example',
        startsAt: sandbox.clock.now(),
        endsAt: new Date(sandbox.clock.now().getTime() + 7 * 86_400_000),
        windowDays: 14,
        version: 1,
      }),
    )
    const reviewId = await anOpenReview(signupId, campaign.id, brand.id, creator.id)
    return {
      creator,
      brand,
      things: {
        reviewId,
        accountId: account.id,
        campaignId: campaign.id,
        joinableCampaignId: joinable.id,
        joiningAccountId,
        signUpId: signUp.id,
        mediaId: media.id,
        invitationId: invitation.id,
        partnershipId: invitation.id,
        invitableAccountId,
        logoId,
        pictureId: crypto.randomUUID(),
        orderId: order.id,
        exportId: await anExport(creator.id),
        assignmentId: signupId,
        savedSearchId: savedSearch.id,
        email: creator.email,
        password: PASSWORD,
        username: `max${count}`,
      },
      secrets: {
        creator: [creator.id, creator.email, account.id, account.code, subject, signUp.id, signUp.code],
        brand: [brand.id, brand.email, campaign.id, invitation.id, order.id, media.id, savedSearch.id],
      },
    }
  }

  return { appOf, aUser, aWorld }
}
