import { ReadingCompleted } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { countAccountsToRead } from '../store/accounts.ts'
import { insertReading, readingOf } from '../store/readings.ts'

/** The nightly reading of a business day. Guard: the day is the reading's id. No network is wired yet, so it notes how many accounts there were to read. */
export async function refreshViews({ day }: { readonly day: string }, ctx: Context) {
  await ctx.transact(async (tx) => {
    if (await readingOf(tx, day)) return
    const reading = await insertReading(tx, { id: day, at: ctx.now(), accounts: await countAccountsToRead(tx) })
    tx.emit(ReadingCompleted.of(reading, { day }))
  })
}
