import { refuse, type SessionToken, type TokenRequest } from '@reelfair/contracts'
import { type Context, mintToken } from '@reelfair/service-kit'
import { hashOfSecret } from '../adapters/secret.ts'
import { isAlive, noteUse } from '../domain/session.ts'
import type { Ports } from '../ports.ts'
import { findSession, saveSession } from '../store/sessions.ts'
import { userById } from '../store/users.ts'
import { viewMe } from './show-me.ts'

/** The gateway shows the cookie's secret and gets a short token. Role and completeness are read anew each time, so a change is in the next token. */
export async function exchangeSecret({ secret }: TokenRequest, ctx: Context<'gateway', Ports>): Promise<SessionToken> {
  const now = ctx.now()
  const session = await findSession(ctx, hashOfSecret(secret))
  if (!session || !isAlive(session, now)) return refuse('not_signed_in')
  const user = await userById(ctx, session.userId)
  // A session from before addresses were confirmed is none.
  if (!user?.confirmedAt) return refuse('not_signed_in')

  const me = await viewMe(ctx, user)
  if (noteUse(session, now)) await noteUseOf(session.secretHash, now, ctx)
  const { id, role, complete } = me
  const token = await mintToken({ sub: id, sid: session.id, role, complete }, ctx.ports.sessionKey)
  return { token, me }
}

/** Read again inside: another replica may have noted it, or the session may have ended, a moment ago. */
const noteUseOf = (secretHash: string, now: Date, ctx: Context<'gateway', Ports>) =>
  ctx.transact(async (tx) => {
    const session = await findSession(tx, secretHash)
    const used = session && noteUse(session, now)
    if (used) await saveSession(tx, { ...session, ...used })
  })
