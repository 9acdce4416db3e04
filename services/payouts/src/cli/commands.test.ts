import { BrandRegistered, Refusal } from '@reelfair/contracts'
import { person, startService, times } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { stripeEnv } from '../testing/stripe-env.ts'
import { checkLedger, LedgerDiffers } from './check-ledger.ts'
import { grantCredits } from './grant-credits.ts'

const app = await startService(payouts, { env: stripeEnv })

async function aBrand() {
  const brand = person('brand')
  await app.hear(BrandRegistered.of({ brandId: brand.id, brandName: 'Alpine', version: 1 }))
  return brand
}
const grant = (brandId: string, credits: number, reason = 'welcome') => grantCredits.run({ brandId, credits, reason }, app.context())
const creditsOf = async (brand: Awaited<ReturnType<typeof aBrand>>) => (await app.as(brand).get('/credits')).body.available

describe('grant-credits', () => {
  test('gives credits, tells so and is heard of', async () => {
    const brand = await aBrand()
    expect(await grant(brand.id, 50_000)).toBe(`Granted 50000 credits to brand ${brand.id}, for "welcome".`)
    expect(await creditsOf(brand)).toBe(50_000)
    expect(await app.emitted('credits.granted')).toContainEqual({ brandId: brand.id, credits: 50_000 })
  })

  test('gives once for one reason, however often and however many at once', async () => {
    const brand = await aBrand()
    await Promise.allSettled(times(10, () => grant(brand.id, 5)))
    expect(await grant(brand.id, 5)).toContain('before')
    expect(await creditsOf(brand)).toBe(5)
    await grant(brand.id, 5, 'another reason')
    expect(await creditsOf(brand)).toBe(10)
  })

  test('refuses the same reason for another number', async () => {
    const brand = await aBrand()
    await grant(brand.id, 5)
    await expect(grant(brand.id, 6)).rejects.toMatchObject({ code: 'key_reused' })
    expect(await creditsOf(brand)).toBe(5)
  })

  test('refuses a brand that nobody has heard of', async () => {
    await expect(grant(crypto.randomUUID(), 5)).rejects.toBeInstanceOf(Refusal)
  })

  test('takes 1 to 100,000,000 credits', () => {
    const { credits } = grantCredits.args
    expect(credits?.safeParse('1').data).toBe(1)
    expect(credits?.safeParse('100000000').data).toBe(100_000_000)
    for (const wrong of ['0', '-1', '1.5', '100000001', 'many', '']) expect(credits?.safeParse(wrong).success, wrong).toBe(false)
  })
})

describe('check-ledger', () => {
  const check = () => checkLedger.run({}, app.context())

  test('finds a sound ledger sound, also while others write', async () => {
    const brand = await aBrand()
    const writing = Promise.all(times(10, (index) => grant(brand.id, 1, `write ${index}`)))
    for (const _ of times(3, () => 0)) expect(await check()).toMatch(/^The ledger is sound: \d+ entries, \d+ accounts\.$/)
    await writing
  })

  test('fails and says what differs: a balance, a version, an entry that is gone', async () => {
    const brand = await aBrand()
    await grant(brand.id, 10)
    const id = `brand:${brand.id}:credits`
    const { connection } = app.context()
    const stored = connection.collection<{ _id: string; balance: number; version: number }>('accounts')
    const kept = connection.collection<{ _id: string; key: string; postings: object[] }>('entries')
    await stored.updateOne({ _id: id }, { $inc: { balance: 1 } })
    await expect(check()).rejects.toThrow(`${id}: balance 11, its postings sum to 10`)
    await stored.updateOne({ _id: id }, { $inc: { balance: -1, version: 1 } })
    await expect(check()).rejects.toThrow(`${id}: version 2, it has 1 postings`)
    await stored.updateOne({ _id: id }, { $inc: { version: -1 } })
    await expect(check()).resolves.toContain('sound')

    const key = `grant:${brand.id}:welcome`
    const entry = (await kept.findOneAndDelete({ key }))!
    await expect(check()).rejects.toThrow(LedgerDiffers)
    await kept.insertOne({ ...entry, postings: entry.postings.slice(0, 1) })
    await expect(check()).rejects.toThrow(`entry ${key}: its postings in credit sum to -10`)
    await kept.replaceOne({ key }, entry)
    await expect(check()).resolves.toContain('sound')
  })
})
