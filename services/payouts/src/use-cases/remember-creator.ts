import type { CreatorRegistered, DataOf } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'
import { putCreator } from '../store/creators.ts'
import { deletion } from '../store/erase-user.ts'

/** The payment provider needs the e-mail address. An older event that arrives late changes nothing. */
export async function rememberCreator({ creatorId, email, version }: DataOf<typeof CreatorRegistered>, ctx: Context) {
  await ctx.transact(async (tx) => {
    if (!(await deletion.isDeleted(tx, creatorId))) await putCreator(tx, { id: creatorId, email, version })
  })
}
