import type { SettingChange } from '@reelfair/contracts'
import { type Context, initialOf, type Tx } from '@reelfair/service-kit'
import { changeSetting as decide, isPriceKey, PRICE_KEYS } from '../domain/setting.ts'
import { cheapestOf, type Prices } from '../domain/solvency.ts'
import { everInForce, insertSettingChange, lockSettings, readSetting } from '../store/setting-changes.ts'
import { viewEntries } from './list-audit-log.ts'

/**
 * An admin changes a setting, now or from a later day. Guard: all changes write one lock, so the solvency rule sees
 * every earlier change, and of two admins who have seen the same version, the second gets a conflict.
 */
export const changeSetting = (change: SettingChange, ctx: Context<'admin'>) =>
  ctx.transact(async (tx) => {
    const at = ctx.now()
    await lockSettings(tx, at)
    const known = await readSetting(tx, change.key, at)
    const prices = isPriceKey(change.key) ? await readPrices(tx, at) : undefined
    const { entry, event } = decide(change, { ...known, prices }, { by: ctx.actor.id, at, locale: ctx.locale })
    const stored = await insertSettingChange(tx, entry)
    tx.emit(event)
    const [shown] = await viewEntries(tx, [stored])
    if (!shown) throw new Error(`change ${stored.id} is missing`)
    return shown
  })

async function readPrices(tx: Tx, at: Date): Promise<Prices> {
  const prices: Record<string, unknown> = {}
  for (const key of PRICE_KEYS) prices[key] = (await readSetting(tx, key, at)).timeline
  let cheapestSold = cheapestOf(initialOf('packages').value)
  for await (const packages of everInForce(tx, 'packages', at)) cheapestSold = cheapestOf([cheapestSold, ...packages])
  return { ...prices, cheapestSold } as unknown as Prices
}
