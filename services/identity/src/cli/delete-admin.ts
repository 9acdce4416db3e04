import { Email, refuse } from '@reelfair/contracts'
import { defineCommand } from '@reelfair/service-kit'
import { accountDeletions } from '../store/account-deletions.ts'
import { deletion } from '../store/erase-user.ts'
import { findUserByEmail, usersOrAdmins } from '../store/users.ts'

/**
 * The only way to delete an admin. Admins own neither work nor money, so no service is consulted; the worker deletes
 * the user like any other. The command writes all admins' locks, so two concurrent runs can't delete the last two.
 */
export const deleteAdmin = defineCommand({
  name: 'delete-admin',
  description: 'Deletes an administrator’s account within minutes, unless it is the last one.',
  args: { email: Email.describe('the administrator’s e-mail address') },
  run: async ({ email }, ctx) => {
    const id = await ctx.transact(async (tx) => {
      const user = (await findUserByEmail(tx, email)) ?? refuse('not_found')
      if (user.role !== 'admin') throw new Error(`${email} is not an administrator.`)
      const ids = (await usersOrAdmins(tx, [], true)).map((admin) => admin.id)
      for (const one of ids) await deletion.refuseIfClosing(tx, one)
      const leaving = (await accountDeletions.byIds(tx, ids)).map((request) => request.id)
      if (leaving.includes(user.id)) return user.id
      if (leaving.length + 1 >= ids.length) throw new Error('This is the last administrator. Create another one first.')
      const at = ctx.now()
      const asked = { id: user.id, role: user.role, attempt: 1, requestedAt: at, waives: { credits: 0, cents: 0 }, clearedAt: at } as const
      await accountDeletions.insert(tx, { ...asked, state: 'pending', obstacles: [] })
      return user.id
    })
    return `Deleting ${email}, id ${id}. An e-mail confirms it.`
  },
})
