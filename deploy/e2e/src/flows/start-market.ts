/** Runs the campaigns, metrics and payouts services against the sandbox; tests control only its clock. */
import { campaigns } from '@reelfair/campaigns/app'
import { AccountVerified, BrandRegistered } from '@reelfair/contracts'
import { metrics } from '@reelfair/metrics/app'
import { payouts } from '@reelfair/payouts/app'
import { businessDayOf, instantOf, nextDay } from '@reelfair/rules'
import { callSocialApi } from '@reelfair/sandbox'
import { eventually, type Person, person, startService, type TestApp } from '@reelfair/testkit'
import { logoPng } from '@reelfair/testkit/logo'
import { expect } from 'vitest'
import { startOutside } from '../start-outside.ts'

const SOON = { within: 30_000 }
const LINK = 'https://alpine.example'

export async function startMarket() {
  const { sandbox, startedWith } = await startOutside('http://localhost:4000')
  const { clock } = sandbox
  const campaignsApp = await startService(campaigns, startedWith('campaigns'))
  const payoutsApp = await startService(payouts, { ...startedWith('payouts'), sharesWith: campaignsApp })
  const metricsApp = await startService(metrics, { ...startedWith('metrics'), sharesWith: campaignsApp })
  const apps = { campaigns: campaignsApp, metrics: metricsApp, payouts: payoutsApp }

  const outside = callSocialApi(sandbox.url)

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
      await payoutsApp.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
      const grant = payouts.commands?.find(({ name }) => name === 'grant-credits')
      await grant?.run({ brandId: brand.id, credits: viewsGoal, reason: 'test' }, payoutsApp.context())
      const logo = await campaignsApp.as(brand).post('/media', logoPng(), { headers: { 'content-type': 'image/png' } })
      const draft = {
        name: 'Winter',
        viewsGoal,
        category: 'Food_Cooking',
        network: 'instagram',
        link: LINK,
        mediaId: logo.body.id,
        ...fields,
      }
      const { id } = (await campaignsApp.as(brand).post('/campaigns', draft)).body
      const show = async () => (await campaignsApp.as(brand).get(`/campaigns/${id}`)).body
      await eventually(async () => expect((await show()).status).toBe('active'), SOON)
      return { id: id as string, brand, show }
    },

    aSignUp: async (
      campaignId: string,
      {
        creator = person('creator'),
        accountId = crypto.randomUUID() as string,
        username = `lea.${accountId.slice(0, 8)}`,
        link = LINK,
      } = {},
    ) => {
      const { id: externalId } = await outside('accounts', { network: 'instagram', username, bio: link, averageViews: 9_000 })
      const facts = { language: 'en', category: 'Food_Cooking', followers: 9_000, averageViews: 9_000, isPublic: true, version: 2 }
      const account = { accountId, creatorId: creator.id, network: 'instagram', username, externalId }
      for (const app of [campaignsApp, metricsApp]) await app.deliver(AccountVerified.of({ ...account, ...facts }))
      const { status, body } = await campaignsApp.as(creator).post(`/public-campaigns/${campaignId}/sign-ups`, { accountId })
      expect(status).toBe(201)
      await eventually(async () => expect(await historyOf(metricsApp, creator, body.id)).toMatchObject({ assignmentId: body.id }), SOON)
      const caption = `${body.code} Commercial collaboration`
      return {
        id: body.id as string,
        creator,
        /** The network's id of the account. */
        externalId: externalId as string,
        publish: (curve: object) => outside(`accounts/${externalId}/videos`, { caption, curve }),
        history: () => historyOf(metricsApp, creator, body.id),
        receipt: async () => (await campaignsApp.as(creator).get(`/sign-ups/${body.id}/receipt`)).body,
        balance: async () => (await payoutsApp.as(creator).get('/balance')).body,
      }
    },

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
