/** One document per user, to which every new notification, every “mark all as read” and every choice writes. */
import { NotificationGroup } from '@reelfair/contracts'
import { defineCollection, type Scope, type Stored, type Tx } from '@reelfair/service-kit'
import { z } from 'zod'

export const bells = defineCollection('bells', {
  /** The number of the newest notification. */
  last: z.int().min(0),
  readUpTo: z.int().min(0),
  /** Groups whose e-mails the user has switched off. */
  mailOff: z.array(NotificationGroup).readonly(),
})

export type Bell = Stored<typeof bells>

const NEW = { last: 0, readUpTo: 0, mailOff: [] }

export const bellOf = async (scope: Scope, userId: string): Promise<Pick<Bell, 'last' | 'readUpTo' | 'mailOff'>> =>
  (await bells.byId(scope, userId)) ?? NEW

export const bellsOf = async (tx: Tx, userIds: readonly string[]): Promise<Map<string, Bell>> =>
  new Map((await bells.byIds(tx, userIds)).map((bell) => [bell.id, bell]))

export const putBell = (tx: Tx, id: string, former: Bell | undefined, changed: Partial<Bell>) =>
  former ? bells.save(tx, { ...former, ...changed }) : bells.insert(tx, { id, ...NEW, ...changed })

export const lockBell = (tx: Tx, userId: string) => bells.lock(tx, userId, NEW)

export const saveBell = (tx: Tx, bell: Bell) => bells.save(tx, bell)
