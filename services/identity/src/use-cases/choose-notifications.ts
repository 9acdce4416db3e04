import { type NotificationChoice, type NotificationChoices, type NotificationGroup, refuse } from '@reelfair/contracts'
import type { Context, Tx } from '@reelfair/service-kit'
import { groupsFor, isOptional } from '../domain/notification-choices.ts'
import { bellOf, lockBell, saveBell } from '../store/bells.ts'

export async function showChoices(_: unknown, ctx: Context<'user'>): Promise<NotificationChoices> {
  const { mailOff } = await bellOf(ctx, ctx.actor.id)
  return { items: groupsFor(ctx.actor.role, mailOff, ctx.locale) }
}

/** @throws Refusal `notification_required` for money, terms and security */
export async function saveChoice({ group, mail }: NotificationChoice, ctx: Context<'user'>): Promise<NotificationChoices> {
  if (!isOptional(group)) refuse('notification_required')
  const { id, role } = ctx.actor
  const mailOff = await ctx.transact((tx) => switchMail(tx, id, group, mail))
  return { items: groupsFor(role, mailOff, ctx.locale) }
}

/** Guard: the user's bell, so that two concurrent choices both persist. */
export async function switchMail(tx: Tx, userId: string, group: NotificationGroup, isOn: boolean): Promise<readonly NotificationGroup[]> {
  const bell = await lockBell(tx, userId)
  const others = bell.mailOff.filter((one) => one !== group)
  const { mailOff } = await saveBell(tx, { ...bell, mailOff: isOn ? others : [...others, group] })
  return mailOff
}
