import { campaigns } from '@reelfair/campaigns/app'
import { BrandRegistered } from '@reelfair/contracts'
import { payouts } from '@reelfair/payouts/app'
import { countBy, eventually, type Person, person, startService, times } from '@reelfair/testkit'
import { logoPng } from '@reelfair/testkit/logo'
import { expect, test } from 'vitest'
import { startOutside } from '../start-outside.ts'

const { startedWith } = await startOutside('http://localhost:4000')
const campaignsApp = await startService(campaigns, startedWith('campaigns'))
const payoutsApp = await startService(payouts, { ...startedWith('payouts'), sharesWith: campaignsApp })
const base = { name: 'Winter', viewsGoal: 10_000, category: 'Fitness_Sports', network: 'instagram', link: 'https://alpine.example' }
async function draftOf(brand: Person) {
  const logo = await campaignsApp.as(brand).post('/media', logoPng(), { headers: { 'content-type': 'image/png' } })
  return { ...base, mediaId: logo.body.id }
}

const command = (name: string, args: object) => payouts.commands?.find((one) => one.name === name)?.run(args, payoutsApp.context())

async function aBrandWith(credits: number): Promise<Person> {
  const brand = person('brand')
  await payoutsApp.deliver(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  await command('grant-credits', { brandId: brand.id, credits, reason: 'test' })
  return brand
}

const creditsOf = async (brand: Person) => (await payoutsApp.as(brand).get('/credits')).body

test('activates a campaign as soon as its credits are held, and fails a larger one, reporting how many views are missing', async () => {
  const brand = await aBrandWith(50_000)
  const draft = await draftOf(brand)
  const { id } = (await campaignsApp.as(brand).post('/campaigns', draft)).body
  await eventually(async () => expect((await campaignsApp.as(brand).get(`/campaigns/${id}`)).body.status).toBe('active'))
  const large = (await campaignsApp.as(brand).post('/campaigns', { ...draft, viewsGoal: 41_000 })).body
  await eventually(async () =>
    expect((await campaignsApp.as(brand).get(`/campaigns/${large.id}`)).body).toMatchObject({ status: 'failed', missingViews: 1_000 }),
  )
  expect(await creditsOf(brand)).toEqual({ available: 40_000, held: 10_000, spent: 0 })
})

test('100 concurrent requests with credits for only one campaign: exactly one becomes active, and the ledger stays sound', async () => {
  const brand = await aBrandWith(10_000)
  const draft = await draftOf(brand)
  const answers = await Promise.all(times(100, () => campaignsApp.as(brand).post('/campaigns', draft)))
  expect(countBy(answers, 'status')).toEqual({ 201: 100 })
  await eventually(
    async () => {
      const { items } = (await campaignsApp.as(brand).get('/campaigns', { limit: 100 })).body
      expect(countBy(items as { status: string }[], 'status')).toEqual({ active: 1, failed: 99 })
    },
    { within: 50_000 },
  )
  expect(await creditsOf(brand)).toEqual({ available: 0, held: 10_000, spent: 0 })
  expect(await command('check-ledger', {})).toContain('sound')
}, 60_000)
