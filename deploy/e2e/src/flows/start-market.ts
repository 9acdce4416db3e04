/** Runs the services that count views and move money against the sandbox; tests control only its clock. */
import { campaigns } from '@reelfair/campaigns/app'
import { AccountVerified, BrandRegistered } from '@reelfair/contracts'
import { metrics } from '@reelfair/metrics/app'
import { partnerships } from '@reelfair/partnerships/app'
import { payouts } from '@reelfair/payouts/app'
import { addDays, businessDayOf, instantOf, nextDay } from '@reelfair/rules'
import { callSocialApi, type Sandbox } from '@reelfair/sandbox'
import { eventually, type Person, person, startService, type TestApp } from '@reelfair/testkit'
import { logoPng } from '@reelfair/testkit/logo'
import { expect } from 'vitest'
import { startOutside } from '../start-outside.ts'

const SOON = { within: 30_000 }
const LINK = 'https://alpine.example'

/** @param envOf variables for all services in addition to the usual ones */
export async function startMarket(envOf: (sandbox: Sandbox) => Readonly<Record<string, string>> = () => ({})) {
  const { sandbox, startedWith: usually } = await startOutside('http://localhost:4000')
  const { clock } = sandbox
  const startedWith = (service: string) => ({ clock, env: { ...usually(service).env, ...envOf(sandbox) } })
  const campaignsApp = await startService(campaigns, startedWith('campaigns'))
  const payoutsApp = await startService(payouts, { ...startedWith('payouts'), sharesWith: campaignsApp })
  const partnershipsApp = await startService(partnerships, { ...startedWith('partnerships'), sharesWith: campaignsApp })
  // After its subscribers, which would otherwise miss the refresh of a market that starts before 04:00.
  const metricsApp = await startService(metrics, { ...startedWith('metrics'), sharesWith: campaignsApp })
  const apps = { partnerships: partnershipsApp, campaigns: campaignsApp, metrics: metricsApp, payouts: payoutsApp }

  const outside = callSocialApi(sandbox.url)

  /** Creates a brand with credits and a logo. */
  async function aBrand(brand: Person, credits: number) {
    for (const app of [payoutsApp, partnershipsApp])
      await app.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
    const grant = payouts.commands?.find(({ name }) => name === 'grant-credits')
    await grant?.run({ brandId: brand.id, credits, reason: crypto.randomUUID() }, payoutsApp.context())
    const logo = await campaignsApp.as(brand).post('/media', logoPng(), { headers: { 'content-type': 'image/png' } })
    return logo.body.id as string
  }

  /** Creates a creator's account on the social network, with the link in its bio. */
  async function anAccount({ creator = person('creator'), accountId = crypto.randomUUID() as string, username = '', link = LINK } = {}) {
    const name = username || `lea.${accountId.slice(0, 8)}`
    const { id: externalId } = await outside('accounts', { network: 'instagram', username: name, bio: link, averageViews: 9_000 })
    const facts = { language: 'en', category: 'Food_Cooking', followers: 9_000, averageViews: 9_000, isPublic: true, version: 2 }
    const account = { accountId, creatorId: creator.id, network: 'instagram', username: name, externalId }
    for (const app of [campaignsApp, metricsApp, partnershipsApp]) await app.deliver(AccountVerified.of({ ...account, ...facts }))
    return { creator, accountId, externalId: externalId as string }
  }

  return {
    apps,
    clock,
    sandbox,
    startedWith,
    outside,

    /** Creates a brand with enough credits for its campaign. */
    aCampaign: async ({
      viewsGoal,
      brand = person('brand'),
      ...fields
    }: {
      viewsGoal: number
      brand?: Person
      [field: string]: unknown
    }) => {
      const mediaId = await aBrand(brand, viewsGoal)
      const draft = {
        name: 'Winter',
        viewsGoal,
        category: 'Food_Cooking',
        network: 'instagram',
        link: LINK,
        mediaId,
        ...fields,
      }
      const { id } = (await campaignsApp.as(brand).post('/campaigns', draft)).body
      const show = async () => (await campaignsApp.as(brand).get(`/campaigns/${id}`)).body
      await eventually(async () => expect((await show()).status).toBe('active'), SOON)
      return { id: id as string, brand, show }
    },

    aSignUp: async (campaignId: string, given: Parameters<typeof anAccount>[0] = {}) => {
      const { creator, accountId, externalId } = await anAccount(given)
      const { status, body } = await campaignsApp.as(creator).post(`/public-campaigns/${campaignId}/sign-ups`, { accountId })
      expect(status).toBe(201)
      await eventually(async () => expect(await historyOf(metricsApp, creator, body.id)).toMatchObject({ assignmentId: body.id }), SOON)
      const caption = `${body.code} Commercial collaboration`
      return {
        id: body.id as string,
        creator,
        /** The network's id of the account. */
        externalId,
        publish: (curve: object) => outside(`accounts/${externalId}/videos`, { caption, curve }),
        history: () => historyOf(metricsApp, creator, body.id),
        receipt: async () => (await campaignsApp.as(creator).get(`/sign-ups/${body.id}/receipt`)).body,
        balance: async () => (await payoutsApp.as(creator).get('/balance')).body,
      }
    },

    /**
     * Creates a brand with enough credits, and an invitation that the creator can answer.
     * @param given.account a verified account. Default: a new one
     */
    anInvitation: async ({
      brand = person('brand'),
      account,
      ...draft
    }: {
      brand?: Person
      account?: { creator: Person; accountId: string; externalId: string }
      weeklyViewsGoal: number
      beginning?: string
      origin?: string
    }) => {
      const mediaId = await aBrand(brand, draft.weeklyViewsGoal)
      const { creator, accountId, externalId } = account ?? (await anAccount())
      const offer = { accountId, mediaId, link: LINK, caption: 'Try', beginning: businessDayOf(clock.now()), ...draft }
      const invite = async () => {
        const { status, body } = await partnershipsApp.as(brand).post('/invitations', offer)
        expect([status, body.code]).toEqual([201, undefined])
        return body.id as string
      }
      // The logo's event may not have arrived yet.
      let id = ''
      await eventually(async () => {
        id = await invite()
      }, SOON)
      const show = async () => (await partnershipsApp.as(brand).get(`/invitations/${id}`)).body
      await eventually(async () => expect((await show()).status).toBe('pending'), SOON)
      return {
        id,
        brand,
        creator,
        accountId,
        show,
        answer: (how: 'acceptance' | 'refusal') => partnershipsApp.as(creator).post(`/invitations/${id}/${how}`),
        withdraw: () => partnershipsApp.as(brand).post(`/invitations/${id}/withdrawal`),
        publish: async (curve: object) => {
          const { code } = (await partnershipsApp.as(creator).get(`/partnerships/${id}`)).body
          return outside(`accounts/${externalId}/videos`, { caption: `${code} Commercial collaboration`, curve })
        },
        partnership: async (who: Person = brand) => (await partnershipsApp.as(who).get(`/partnerships/${id}`)).body,
        history: () => historyOf(metricsApp, creator, id),
        credits: async () => (await payoutsApp.as(brand).get('/credits')).body,
        balance: async () => (await payoutsApp.as(creator).get('/balance')).body,
      }
    },

    /** A spike around midnight could be divided between two readings, neither of which is flagged. */
    hoursUntilNoonIn: (days: number) =>
      (instantOf(addDays(businessDayOf(clock.now()), days), '12:00').getTime() - clock.now().getTime()) / 3_600_000,

    /**
     * Advances the clock to 03:00 on the next business day and waits for the nightly refresh.
     * @returns the day
     */
    aDay: async () => {
      const day = nextDay(businessDayOf(clock.now()))
      clock.set(instantOf(day, '00:01'))
      const isDay = (event: { day: string }) => event.day === day
      await eventually(async () => expect((await metricsApp.emitted('refresh.completed')).some(isDay)).toBe(true), SOON)
      clock.set(instantOf(day, '03:00'))
      return day
    },
  }
}

const historyOf = async (metricsApp: TestApp, creator: Person, signUpId: string) =>
  (await metricsApp.as(creator).get(`/assignments/${signUpId}/history`)).body
