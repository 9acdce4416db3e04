import { UserDeleted } from '@reelfair/contracts'
import { type Context, released, type Scope, type Tx } from '@reelfair/service-kit'
import { COMPANY_YEARS, EVIDENCE_YEARS, inYears } from '../domain/retention.ts'
import { type AccountDeletion, accountDeletions, clearedDeletions } from '../store/account-deletions.ts'
import { brandById } from '../store/brands.ts'
import { deletion } from '../store/erase-user.ts'
import { removeMailsTo } from '../store/mails.ts'
import { removeThrottlesOf } from '../store/throttles.ts'
import { removeUser, type User, userById } from '../store/users.ts'
import { endAllSessions } from './end-session.ts'
import { sendNotice } from './send-notice.ts'

/**
 * Removes the user and everything found by the address, so that the address can sign up again; a worker erases the
 * rest. The last e-mail goes to the old address and is not kept.
 */
export async function deleteNextUser(ctx: Context): Promise<boolean> {
  let userId: string | undefined
  const worked = await clearedDeletions.workInTransaction(ctx, 1, async (tx, [request]) => {
    userId = request?.id
    if (request) await deleteUserIn(tx, request, ctx)
  })
  // After a restore, the operator finds the deleted users by this line.
  if (userId !== undefined) ctx.log.info({ userId }, 'user deleted')
  return worked
}

async function deleteUserIn(tx: Tx, { clearedAt: _, hasBought, givenUp, ...request }: AccountDeletion, ctx: Context): Promise<void> {
  const user = await userById(tx, request.id)
  if (!user) throw new Error(`user ${request.id} is missing, although the deletion is pending`)
  const at = ctx.now()
  await accountDeletions.save(tx, {
    ...released(request),
    state: 'deleted',
    deletedAt: at,
    evidence: await evidenceOf(tx, user),
    evidenceUntil: inYears(at, EVIDENCE_YEARS),
    ...(hasBought && { companyUntil: inYears(at, COMPANY_YEARS) }),
  })
  await endAllSessions(tx, user.id)
  await removeMailsTo(tx, user.emailKey, user.id)
  await removeThrottlesOf(tx, user)
  await removeUser(tx, user)
  const values = {
    at: at.toISOString(),
    by: user.role === 'admin' ? 'operator' : 'user',
    ...(givenUp && { givenUpCredits: givenUp.credits, givenUpCents: givenUp.cents }),
  } as const
  await sendNotice(tx, 'account-deleted', { to: user.email, locale: user.locale ?? 'en', values }, ctx)
  await deletion.markDeleted(tx, user.id, at)
  tx.emit(UserDeleted.of({ userId: user.id, role: user.role }))
}

async function evidenceOf(scope: Scope, { id, terms }: User): Promise<NonNullable<AccountDeletion['evidence']>> {
  const brand = await brandById(scope, id)
  return [
    ...terms.map((acceptance) => ({ what: 'sign-up' as const, ...acceptance })),
    ...(brand ? brand.terms.map((acceptance) => ({ what: 'brand' as const, ...acceptance })) : []),
  ]
}
