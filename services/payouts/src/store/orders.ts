import { Id, Locale, OrderStatus, PackageId, Views } from '@reelfair/contracts'
import { defineCollection, type Scope, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'
import { EXPIRED_KEPT_DAYS, type Order } from '../domain/order.ts'

export const orders = defineCollection('orders', {
  brandId: Id,
  package: PackageId,
  credits: Views,
  priceCents: z.int().min(1),
  status: OrderStatus,
  sessionId: z.string().optional(),
  url: z.string().optional(),
  locale: Locale.optional(),
  pageRetries: z.int().min(1).optional(),
  createdAt: Date,
  paidAt: z.date().optional(),
  expiredAt: z.date().optional(),
})
  .index({ brandId: 1, createdAt: -1, id: -1 })
  .index({ status: 1, id: 1 })
  .index({ expiredAt: 1 }, { expireAfterSeconds: EXPIRED_KEPT_DAYS * 86_400 })

export const insertOrder = (tx: Tx, order: Order) => orders.insert(tx, order)

/** Stops counting at `atMost`, because only the limit matters. */
export const countUnpaid = (scope: Scope, brandId: string, since: Date, atMost: number) =>
  orders.count(scope, { brandId, status: { $ne: 'paid' }, createdAt: { $gte: since } }, atMost)

/** How many of a brand's orders may still be paid, and whether any has been paid. */
export async function countOrders(scope: Scope, brandId: string): Promise<{ readonly unpaid: number; readonly hasPaid: boolean }> {
  const sums = [{ $match: { brandId } }, { $group: { _id: '$status', count: { $sum: 1 } } }]
  const rows = await orders.aggregate<{ _id: Order['status']; count: number }>(scope, sums)
  const of = (status: Order['status']) => rows.find(({ _id }) => _id === status)?.count ?? 0
  return { unpaid: of('open') + of('processing'), hasPaid: of('paid') > 0 }
}

/** An order that belongs to another brand counts as missing. */
export async function findOwnOrder(scope: Scope, orderId: string, brandId: string) {
  const order = await orders.byId(scope, orderId)
  return order?.brandId === brandId ? order : undefined
}

export async function packagesOf(scope: Scope, orderIds: readonly string[]): Promise<ReadonlyMap<string, z.infer<typeof PackageId>>> {
  const found = orderIds.length > 0 ? await orders.find(scope, { id: { $in: orderIds } }, { limit: orderIds.length }) : []
  return new Map(found.map((order) => [order.id, order.package]))
}

export const ordersOf = (scope: Scope, brandId: string, page: { limit: number; cursor?: string | undefined }) =>
  orders.page(scope, { brandId }, { sort: { createdAt: -1 }, ...page })

/** Orders that may have succeeded or failed at Stripe without our knowledge. */
export const undecidedOrders = (scope: Scope) => orders.each(scope, { status: { $in: ['open', 'processing'] } })
