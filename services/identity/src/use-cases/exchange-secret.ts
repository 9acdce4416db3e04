import { refuse, type SessionToken, type TokenRequest } from '@reelfair/contracts'
import { type Context, hashOfSecret, mintToken } from '@reelfair/service-kit'
import { isActive, recordUse } from '../domain/session.ts'
import type { Ports } from '../ports.ts'
import { findSession, saveSession } from '../store/sessions.ts'
import { userById } from '../store/users.ts'
import { viewMe } from './show-me.ts'

/** Reads the user's role and completeness each time, so that a change takes effect with the next token. */
export async function exchangeSecret({ secret }: TokenRequest, ctx: Context<'gateway', Ports>): Promise<SessionToken> {
  const now = ctx.now()
  const session = await findSession(ctx, hashOfSecret(secret))
  if (!session || !isActive(session, now)) return refuse('not_signed_in')
  const user = await userById(ctx, session.userId)
  // Rejects sessions that were started before addresses had to be confirmed.
  if (!user?.confirmedAt) return refuse('not_signed_in')

  const me = await viewMe(ctx, user, { signedInAt: session.createdAt, now })
  if (recordUse(session, now)) await noteUseOf(session.secretHash, now, ctx)
  const { id, role, complete, termsToAccept } = me
  const claims = { sub: id, sid: session.id, role, complete, termsOutdated: termsToAccept && (true as const) }
  const token = await mintToken(claims, ctx.ports.sessionKey)
  return { token, me }
}

/** In the meantime, another replica may have ended the session or recorded its use. */
const noteUseOf = (secretHash: string, now: Date, ctx: Context<'gateway', Ports>) =>
  ctx.transact(async (tx) => {
    const session = await findSession(tx, secretHash)
    const used = session && recordUse(session, now)
    if (used) await saveSession(tx, { ...session, ...used })
  })
