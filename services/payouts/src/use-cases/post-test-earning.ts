import { refuse, type TestEarning } from '@reelfair/contracts'
import { found } from '@reelfair/service-kit'
import type { WorkContext } from '../ports.ts'
import { idOf } from '../store/creators.ts'
import { earningId, earnings } from '../store/earnings.ts'
import { earnIn, holdBackIn, makePayableIn } from './earn.ts'

export async function postTestEarning({ cents, reason: subject, ...input }: TestEarning, ctx: WorkContext): Promise<{ posted: boolean }> {
  if (!ctx.ports.isSandbox) refuse('not_found')
  const creatorId = input.creatorId.includes('@') ? found(await idOf(ctx, input.creatorId)) : input.creatorId
  return ctx.transact(async (tx) => {
    const before = await earnings.byId(tx, earningId(creatorId, subject))
    if (before) {
      if (before.cents !== cents) refuse('key_reused')
      return { posted: false }
    }
    await earnIn(tx, { creatorId, subject, cents, cause: `test:${creatorId}:${subject}` }, ctx)
    await holdBackIn(tx, { creatorId, subject, until: ctx.now() }, ctx)
    await makePayableIn(tx, { creatorId, subject }, ctx)
    return { posted: true }
  })
}
