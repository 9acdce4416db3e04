import type { Context, Tx } from '@reelfair/service-kit'
import { ADMINS, type Entry } from '../domain/notification-entry.ts'
import { isTooLate } from '../domain/notification-values.ts'
import { isNews } from '../store/steps.ts'
import { usersOrAdmins } from '../store/users.ts'
import { notifyAll } from './notify.ts'

/** Notifies the recipients that the table names for an event, unless a later event has made the text false. */
export const notifyOfEvent = (entry: Entry) => (data: unknown, ctx: Context) =>
  ctx.transact((tx) => notifyIn(tx, entry, data as never, ctx))

export async function notifyIn(tx: Tx, { step, tell }: Pick<Entry, 'step' | 'tell'>, data: never, ctx: Context): Promise<void> {
  if (tell === 'none') return
  const reached = step(data)
  if (reached && !(await isNews(tx, reached, ctx.now()))) return
  const all = tell(data).filter(({ values }) => !isTooLate(values, ctx.now()))
  if (all.length === 0) return
  const users = await usersOrAdmins(
    tx,
    all.flatMap(({ to }) => (to === ADMINS ? [] : [to])),
    all.some(({ to }) => to === ADMINS),
  )
  const messages = all.flatMap(({ to, ...message }) =>
    users.filter(({ id, role }) => (to === ADMINS ? role === 'admin' : id === to)).map((user) => ({ user, message })),
  )
  await notifyAll(tx, messages, ctx.causeId, ctx)
}
