import type { Tx } from '@reelfair/service-kit'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { payouts } from '../app.ts'
import { auditLedger } from '../cli/check-ledger.ts'
import { accrue, holdBack, makePayable } from '../domain/earnings.ts'
import type { EntryDraft } from '../domain/ledger.ts'
import { stripeEnv } from '../testing/stripe-env.ts'
import { accounts, entries, findEntry, postEntries, postEntry } from './ledger.ts'

const app = await startService(payouts, { env: stripeEnv, workers: false })
const ctx = app.context()
const at = new Date('2026-11-21T12:00:00Z')
const until = new Date('2026-11-23T12:00:00Z')
const made = { causeId: 'test', at, newId: ctx.newId }

/** Accounts that several entries touch, some known and some new. */
function draftsOf([one, two]: readonly [string, string]): EntryDraft[] {
  const earning = (creatorId: string) => ({ creatorId, subject: 'a campaign' })
  return [
    accrue(earning(one), 700, 700),
    accrue(earning(two), 30, 30),
    accrue(earning(one), 200, 900),
    holdBack(earning(one), 900, until),
    makePayable(earning(one), 850),
  ]
}
const before = (creatorId: string) => accrue({ creatorId, subject: 'before' }, 5, 5)

const oneByOne = async (tx: Tx, drafts: readonly EntryDraft[]) => {
  for (const draft of drafts) await postEntry(tx, draft, { id: ctx.newId(), causeId: 'test', at })
}

/** What is stored about them, with the owners' ids replaced. */
async function storedOf(owners: readonly [string, string]): Promise<string> {
  const filter = { ownerId: { $in: [...owners] } }
  const stored = {
    accounts: await accounts.find(ctx, filter, { limit: 100, sort: { id: 1 } }),
    entries: (await entries.find(ctx, filter, { limit: 100, sort: { id: 1 } })).map((entry) => ({ ...entry, id: '' })),
  }
  const text = JSON.stringify(stored, null, 1)
  return text.replaceAll(owners[0], 'one').replaceAll(owners[1], 'two')
}

test('a batch leaves the same entries, balances and versions as its entries one by one', async () => {
  // In one order, so that a list by account reads the same.
  const batched = [`1${crypto.randomUUID().slice(1)}`, `2${crypto.randomUUID().slice(1)}`] as const
  const single = [`1${crypto.randomUUID().slice(1)}`, `2${crypto.randomUUID().slice(1)}`] as const
  for (const owners of [batched, single]) await ctx.transact((tx) => oneByOne(tx, [before(owners[0])]))
  const posted = await ctx.transact((tx) => postEntries(tx, draftsOf(batched), made))
  for (const draft of draftsOf(single)) await ctx.transact((tx) => oneByOne(tx, [draft]))

  expect(posted).toHaveLength(5)
  expect(await storedOf(batched)).toBe(await storedOf(single))
  expect((await accounts.byId(ctx, `creator:${batched[0]}:accruing`))?.version).toBe(4)
  await auditLedger(ctx)
})

test('one entry that was posted before fails the whole batch', async () => {
  const owners = [crypto.randomUUID(), crypto.randomUUID()] as const
  const drafts = draftsOf(owners)
  const [, known] = drafts
  await ctx.transact((tx) => oneByOne(tx, known ? [known] : []))
  const stored = await storedOf(owners)
  await expect(ctx.transact((tx) => postEntries(tx, drafts, made))).rejects.toMatchObject({ code: 'conflict' })
  expect(await storedOf(owners)).toBe(stored)
  expect(await findEntry(ctx, drafts[0]?.key ?? '')).toBeUndefined()
})

test('the same key twice in a batch fails the whole batch', async () => {
  const creatorId = crypto.randomUUID()
  await expect(ctx.transact((tx) => postEntries(tx, [before(creatorId), before(creatorId)], made))).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await accounts.find(ctx, { ownerId: creatorId }, { limit: 10 })).toEqual([])
})

test('of two batches on one account that were read at the same time, none is lost', async () => {
  const creatorId = crypto.randomUUID()
  const batch = (name: string) =>
    ctx.transact((tx) =>
      postEntries(
        tx,
        [1, 2, 3].map((i) => accrue({ creatorId, subject: `${name} ${i}` }, 10, 10)),
        made,
      ),
    )
  await Promise.all([batch('a'), batch('b'), batch('c')])
  expect(await accounts.byId(ctx, `creator:${creatorId}:accruing`)).toMatchObject({ balance: 90, version: 9 })
})

test('a batch of more accounts than one look finds is posted whole', async () => {
  const drafts = Array.from({ length: 600 }, (_, i) => accrue({ creatorId: crypto.randomUUID(), subject: 'many' }, i + 1, i + 1))
  await ctx.transact((tx) => postEntries(tx, drafts, made))
  const again = drafts.map((draft) => ({ ...draft, key: `${draft.key}:again` }))
  const posted = await ctx.transact((tx) => postEntries(tx, again, made))
  expect(posted.every(({ postings }) => postings.every(({ version }) => version === 2))).toBe(true)
  await auditLedger(ctx)
})
