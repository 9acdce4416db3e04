import { Refusal } from '@reelfair/contracts'
import { type Person, startService, times } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { aBrandWith } from '../testing/a-brand.ts'
import { stripeEnv } from '../testing/stripe-env.ts'
import { postTestEarning } from '../use-cases/post-test-earning.ts'
import { checkLedger, type LedgerDiffers } from './check-ledger.ts'
import { grantCredits } from './grant-credits.ts'

const app = await startService(payouts, { env: stripeEnv })

const grant = (brandId: string, credits: number, reason = 'welcome') => grantCredits.run({ brandId, credits, reason }, app.context())
const creditsOf = async (brand: Person) => (await app.as(brand).get('/credits')).body.available

describe('grant-credits', () => {
  test('grants credits and emits `credits.granted`', async () => {
    const brand = await aBrandWith(app, 0)
    expect(await grant(brand.id, 50_000)).toBe(`Granted 50000 credits to brand ${brand.id} for "welcome".`)
    expect(await creditsOf(brand)).toBe(50_000)
    expect(await app.emitted('credits.granted')).toContainEqual({ brandId: brand.id, credits: 50_000 })
  })

  test('grants credits once per reason, even with repeated and concurrent calls', async () => {
    const brand = await aBrandWith(app, 0)
    await Promise.allSettled(times(10, () => grant(brand.id, 5)))
    expect(await grant(brand.id, 5)).toContain('Already granted')
    expect(await creditsOf(brand)).toBe(5)
    await grant(brand.id, 5, 'another reason')
    expect(await creditsOf(brand)).toBe(10)
  })

  test('rejects a reused reason with a different number of credits', async () => {
    const brand = await aBrandWith(app, 0)
    await grant(brand.id, 5)
    await expect(grant(brand.id, 6)).rejects.toMatchObject({ code: 'key_reused' })
    expect(await creditsOf(brand)).toBe(5)
  })

  test('rejects credits for an unknown brand', async () => {
    await expect(grant(crypto.randomUUID(), 5)).rejects.toBeInstanceOf(Refusal)
  })

  test('accepts 1 to 100,000,000 credits', () => {
    const { credits } = grantCredits.args
    expect(credits?.safeParse('1').data).toBe(1)
    expect(credits?.safeParse('100000000').data).toBe(100_000_000)
    for (const wrong of ['0', '-1', '1.5', '100000001', 'many', '']) expect(credits?.safeParse(wrong).success, wrong).toBe(false)
  })
})

describe('check-ledger', () => {
  const check = () => checkLedger.run({}, app.context())
  const { connection } = app.context()
  const accountRows = connection.collection<{ _id: string; [field: string]: unknown }>('accounts')
  const entryRows = connection.collection<{ _id: string; key: string; ownerId: string; postings: { amount: number }[] }>('entries')

  test('accepts a sound ledger during concurrent writes and prints its sums', async () => {
    const brand = await aBrandWith(app, 0)
    const writing = Promise.all(times(10, (index) => grant(brand.id, 1, `write ${index}`)))
    for (const _ of times(3, () => 0)) expect(await check()).toMatch(/^The ledger is sound: \d+ entries, \d+ accounts\.\n/)
    await writing
    const creatorId = crypto.randomUUID()
    await postTestEarning({ creatorId, cents: 1_234, reason: 'first' }, app.context())
    await postTestEarning({ creatorId, cents: 1_000_000, reason: 'second' }, app.context())
    const output = await check()
    expect(output.split('\n').slice(1, 9)).toEqual([
      'Creators’ money, in euro cents:',
      '  accruing                     0',
      '  held                         0',
      '  payable              1,001,234',
      '  in transfer                  0',
      '  paid                         0',
      '  given up                     0',
      '  sum                  1,001,234  = total earned, 1,001,234',
    ])
    expect(output).toMatch(/\n {2}available +[\d,]+\n {2}held +0\n {2}consumed +0\n {2}sum +([\d,]+) {2}= total sold, \1$/)
  })

  // Each test tampers with the database, expects the difference to be reported, and then restores the data.
  describe('after direct changes to the database', () => {
    const tampered = async (accountId: string, change: object, differences: readonly string[]) => {
      const row = await accountRows.findOne({ _id: accountId })
      await accountRows.updateOne({ _id: accountId }, change)
      const fault = await check().catch((error: Error) => error)
      await accountRows.replaceOne({ _id: accountId }, row!)
      expect(fault).toMatchObject({ name: 'LedgerDiffers', differences })
      await expect(check()).resolves.toContain('sound')
    }
    const granted = async () => {
      const brand = await aBrandWith(app, 0)
      for (const reason of ['a', 'b', 'c']) await grant(brand.id, 10, reason)
      return { brand, account: `brand:${brand.id}:credits`, sold: `platform:credits-sold:${brand.id}` }
    }
    const withEntry = async (key: string, to: object | undefined) => {
      const entry = (await entryRows.findOneAndDelete({ key }))!
      if (to) await entryRows.insertOne({ ...entry, ...to })
      const fault = await check().catch((error: Error) => error)
      await entryRows.deleteOne({ key })
      await entryRows.insertOne(entry)
      await expect(check()).resolves.toContain('sound')
      return { entry, fault: fault as LedgerDiffers }
    }

    test('reports a wrong balance, version and kind', async () => {
      const { account } = await granted()
      await tampered(account, { $inc: { balance: 1 } }, [`${account}: balance 31, its postings sum to 30`])
      await tampered(account, { $inc: { version: 1 } }, [`${account}: version 4, it has 3 postings`])
      await tampered(account, { $set: { kind: 'hold' } }, expect.arrayContaining([`${account}: stored as hold in credit`]))
    })

    test('reports a missing account', async () => {
      const { account } = await granted()
      const row = await accountRows.findOneAndDelete({ _id: account })
      await expect(check()).rejects.toThrow(`${account}: balance 0, its postings sum to 30`)
      await accountRows.insertOne(row!)
      await expect(check()).resolves.toContain('sound')
    })

    test('identifies a missing entry by the number of its missing posting', async () => {
      const { brand, account, sold } = await granted()
      const { fault } = await withEntry(`grant:${brand.id}:b`, undefined)
      for (const name of [account, sold]) expect(fault.differences).toContain(`${name}: posting 2 is missing`)
    })

    test('reports an entry with too few postings, a wrong sign and a wrong owner', async () => {
      const { brand, account } = await granted()
      const key = `grant:${brand.id}:b`
      const { entry, fault } = await withEntry(key, { ownerId: crypto.randomUUID() })
      expect(fault.differences).toEqual(expect.arrayContaining([expect.stringContaining(`entry ${key}: ${account} belongs to`)]))
      const half = await withEntry(key, { postings: entry.postings.slice(0, 1) })
      expect(half.fault.differences).toEqual(
        expect.arrayContaining([`entry ${key}: it has fewer than two postings`, `entry ${key}: its postings in credit sum to -10`]),
      )
      const turned = await withEntry(key, { postings: entry.postings.map((posting) => ({ ...posting, amount: Math.abs(posting.amount) })) })
      expect(turned.fault.differences).toEqual(
        expect.arrayContaining([`entry ${key}: its postings in credit sum to 20`, expect.stringContaining('credits sold')]),
      )
    })

    test('reports an earning whose entries and accounts were all removed', async () => {
      const creatorId = crypto.randomUUID()
      await postTestEarning({ creatorId, cents: 500, reason: 'whole' }, app.context())
      // With every trace of the earning removed, the ledger alone looks consistent.
      const mine = await entryRows.find({ ownerId: creatorId }).toArray()
      const accounts = await accountRows.find({ ownerId: creatorId }).toArray()
      await entryRows.deleteMany({ ownerId: creatorId })
      await accountRows.deleteMany({ ownerId: creatorId })
      const fault = await check().catch((error: Error) => error)
      await entryRows.insertMany(mine)
      await accountRows.insertMany(accounts)
      expect((fault as LedgerDiffers).differences).toEqual([
        `payable of ${creatorId}: 0 in the ledger, 500 according to orders, holds, earnings and transfers`,
        `earned of ${creatorId}: 0 in the ledger, 500 according to orders, holds, earnings and transfers`,
      ])
      await expect(check()).resolves.toContain('sound')
    })
  })
})
