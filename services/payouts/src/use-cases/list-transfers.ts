import {
  type AdminTransfer,
  type AdminTransfersQuery,
  type Locale,
  type PageQuery,
  sentenceOf,
  type Transfer,
  type TransferLogsQuery,
} from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import type { z } from 'zod'
import type { QueuedTransfer } from '../domain/transfer.ts'
import { emailsOf } from '../store/creators.ts'
import { countWaiting, nextAttemptOf, pageOfAttempts, pageOfTransfers, transfersOf } from '../store/transfers.ts'

export function shownTransfer(item: QueuedTransfer, locale: Locale): Transfer {
  const { id, amountCents, status, cause, partnershipId, reversedCents, failure, waitsFor, dueAt, createdAt, finishedAt } = item
  return {
    id,
    amount: amountCents,
    status,
    cause,
    partnershipId,
    reversed: reversedCents,
    failure: failure && { code: failure, sentence: sentenceOf(failure, {}, locale) },
    waiting:
      status === 'pending' && waitsFor && dueAt
        ? { code: waitsFor, sentence: sentenceOf(waitsFor, {}, locale), until: dueAt.toISOString() }
        : undefined,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString(),
  }
}

const CODES = {
  paid_twice: 'transfer_paid_twice',
  other_payment: 'transfer_other_payment',
  paid_after_failure: 'transfer_paid_after_failure',
} as const

function shownReview({ doubt }: QueuedTransfer, locale: Locale): AdminTransfer['doubt'] {
  if (!doubt || doubt.isResolved) return undefined
  const code = CODES[doubt.why]
  return { code, sentence: sentenceOf(code, {}, locale), stripeTransferIds: doubt.stripeTransferIds }
}

export async function listTransfers(query: z.infer<typeof PageQuery>, ctx: Context<'creator'>) {
  const { items, ...rest } = await transfersOf(ctx, ctx.actor.id, query)
  return { items: items.map((item) => shownTransfer(item, ctx.locale)), ...rest }
}

export async function listAllTransfers({ status, ...page }: AdminTransfersQuery, ctx: Context<'admin'>) {
  const { items, ...rest } = await pageOfTransfers(ctx, status, page)
  const emails = await emailsOf(
    ctx,
    items.map(({ creatorId }) => creatorId),
  )
  const shown = items.map((item) => ({
    ...shownTransfer(item, ctx.locale),
    creatorId: item.creatorId,
    creatorEmail: emails.get(item.creatorId),
    brandId: item.brandId,
    viewsGoal: item.viewsGoal,
    attempts: item.attempts,
    nextAttemptAt: nextAttemptOf(item),
    stripeTransferId: item.stripeTransferId,
    doubt: shownReview(item, ctx.locale),
  }))
  return { items: shown, ...rest, waiting: await countWaiting(ctx) }
}

export const listTransferLogs = ({ transferId, ...page }: TransferLogsQuery, ctx: Context<'admin'>) => pageOfAttempts(ctx, transferId, page)
