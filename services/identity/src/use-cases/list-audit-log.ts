import type { AuditLogQuery } from '@reelfair/contracts'
import type { Context, Scope } from '@reelfair/service-kit'
import { pageOfChanges, type SettingChangeEntry } from '../store/setting-changes.ts'
import { findUserByEmail, usersByIds } from '../store/users.ts'

export async function listAuditLog({ key, person, ...page }: AuditLogQuery, ctx: Context<'admin'>) {
  const user = person === undefined ? undefined : await findUserByEmail(ctx, person)
  if (person !== undefined && !user) return { items: [] }
  const { items, ...rest } = await pageOfChanges(ctx, { ...(key && { key }), ...(user && { changedBy: user.id }) }, page)
  return { items: await viewEntries(ctx, items), ...rest }
}

export async function viewEntries(scope: Scope, entries: readonly SettingChangeEntry[]) {
  const people = new Map((await usersByIds(scope, [...new Set(entries.map(({ changedBy }) => changedBy))])).map((one) => [one.id, one]))
  return entries.map(({ value, validFrom, changedAt, ...entry }) => ({
    ...entry,
    to: value,
    validFrom: validFrom.toISOString(),
    changedAt: changedAt.toISOString(),
    changedByEmail: people.get(entry.changedBy)?.email,
  }))
}
