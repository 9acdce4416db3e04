import { Email, refuse } from '@reelfair/contracts'
import { defineCommand } from '@reelfair/service-kit'
import { findUserByEmail } from '../store/users.ts'
import { endAllSessions } from '../use-cases/end-session.ts'
import { dropSecondFactor } from '../use-cases/remove-second-factor.ts'

/** For a user who has lost both the phone and the recovery codes. The sessions end, because the phone may be stolen. */
export const removeUserFactor = defineCommand({
  name: 'remove-second-factor',
  description: 'Turns off a user’s two-step sign-in, ends all their sessions and notifies them by e-mail.',
  args: { email: Email.describe('the user’s e-mail address') },
  run: async ({ email }, ctx) => {
    await ctx.transact(async (tx) => {
      const user = (await findUserByEmail(tx, email)) ?? refuse('not_found')
      if (!user.secondFactor) refuse('second_factor_missing')
      await dropSecondFactor(tx, user, ctx)
      await endAllSessions(tx, user.id)
    })
    return `Turned off two-step sign-in of ${email}.`
  },
})
