import { Cents, Id, refuse, Views } from '@reelfair/contracts'
import { defineCommand } from '@reelfair/service-kit'
import { z } from 'zod'
import { userById } from '../store/users.ts'
import { askServices } from '../use-cases/request-deletion.ts'

/** Repeats the request that the user made before the restore, with the amounts that the user gave up then. */
export const deleteAgain = defineCommand({
  name: 'delete-again',
  description: 'After a restore, requests the deletion of a creator or brand who was deleted after the backup.',
  args: {
    userId: Id.describe('the user’s id'),
    credits: z.coerce.number().pipe(Views).describe('the credits that the user gave up'),
    cents: z.coerce.number().pipe(Cents.min(0)).describe('the euro cents that the user gave up'),
  },
  run: async ({ userId, credits, cents }, ctx) => {
    const { state } = await ctx.transact(async (tx) => {
      const user = (await userById(tx, userId)) ?? refuse('not_found')
      if (user.role === 'admin') refuse('deletion_by_command')
      return askServices(tx, user, { credits, cents }, ctx)
    })
    return `Deletion of ${userId}: ${state}.`
  },
})
