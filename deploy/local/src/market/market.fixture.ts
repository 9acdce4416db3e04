import { expect } from 'vitest'
import { runNamed } from '../run-commands.ts'
import type { Local } from '../start-local.ts'
import { visit } from './visitor.ts'

export interface Items<Item> {
  readonly items: readonly Item[]
}

/** @param name Local part of the demo user's e-mail address */
export function visitAs(local: Local, name: string) {
  const found = local.signIns.find(({ email }) => email.startsWith(`${name}@`))
  if (!found) throw new Error(`unknown demo user ${name}`)
  return visit(local.url, found.email, found.password)
}

export async function expectMarket(local: Local, folder: string): Promise<void> {
  // Signs each user in once, because the number of sign-ins per minute is limited.
  const visits = new Map<string, ReturnType<typeof visitAs>>()
  const as = (name: string) => {
    const visited = visits.get(name) ?? visitAs(local, name)
    visits.set(name, visited)
    return visited
  }
  const campaignsOf = async (name: string) => {
    const { items } = await (await as(name)).get<Items<{ name: string; status: string; phase: string; actualViews: number }>>(
      '/campaigns/campaigns',
    )
    return items.map((one) => [one.name, one.status, one.phase, one.actualViews])
  }
  expect(await campaignsOf('kefiro')).toEqual([
    ['Breakfast, slower', 'active', 'open', 20_472],
    ['Fridge door', 'completed', 'settled', 30_000],
  ])
  expect(await campaignsOf('olmo')).toEqual([
    ['Alps in a day', 'failed', 'unfunded', 0],
    ['Ride the canal', 'active', 'open', 39_247],
  ])
  expect(await campaignsOf('brisa')).toEqual([['Linen under the coat', 'failed', 'settled', 22_214]])
  expect(await campaignsOf('nordlys')).toEqual([['First cup', 'active', 'open', 11_576]])

  /** The status of each partnership and the credits used, if settled. */
  const partnershipsOf = async (name: string) => {
    const { items } = await (await as(name)).get<Items<{ status: string; decisions: { isFinal: boolean; consumed: number }[] }>>(
      '/partnerships/partnerships',
    )
    return items.map(({ status, decisions }) => `${status}: ${decisions.find(({ isFinal }) => isFinal)?.consumed ?? 'none'}`).toSorted()
  }
  const balanceOf = async (name: string) => (await as(name)).get('/payouts/balance')
  expect(await balanceOf('lea')).toMatchObject({ accruing: 204, payable: 0, paid: 190 })
  expect(await balanceOf('tom')).toMatchObject({ accruing: 0, payable: 109, paid: 0 })
  expect(await balanceOf('noah')).toMatchObject({ accruing: 339, paid: 0 })
  const invited = await (await as('lea')).get<Items<{ status: string; expiresAt: string }>>('/partnerships/invitations')
  expect(invited.items.map(({ status }) => status)).toEqual(['pending'])
  expect(Date.parse(invited.items[0]?.expiresAt ?? '') - Date.now()).toBeGreaterThan(23.5 * 3_600_000)
  expect(await partnershipsOf('kefiro')).toEqual(['completed_at_25: 2500', 'completed: 10000', 'completed_at_75: 7500'].toSorted())
  expect(await partnershipsOf('brisa')).toEqual(['completed_at_50: 5000', 'failed: 0'])
  expect(await partnershipsOf('olmo')).toEqual(['active: none'])
  expect(await balanceOf('mira')).toMatchObject({ held: 0, payable: 0, paid: 300 })
  expect(await balanceOf('nina')).toMatchObject({ held: 0, payable: 50, paid: 0 })
  const orders = await (await as('nordlys')).get<Items<{ status: string }>>('/payouts/credit-orders')
  expect(orders.items.map(({ status }) => status)).toEqual(['paid', 'failed'])
  const reviews = await (await as('admin')).get<Items<{ kind: string; decision?: { by: string; verdict: string } }>>(
    '/metrics/admin/reviews',
  )
  expect(
    reviews.items.map(({ kind, decision }) => `${kind}: ${decision ? `${decision.verdict} by ${decision.by}` : 'open'}`).sort(),
  ).toEqual(['growth: excluded by admin', 'growth: open', 'logo: open'])
  expect(await (await as('brand')).get('/payouts/credits')).toMatchObject({ available: 50_000, held: 0, spent: 0 })
  expect(await runNamed('check-ledger', [], folder)).toMatch(/sound/)
}
