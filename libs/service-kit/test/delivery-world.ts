import { eventually } from '@reelfair/testkit/eventually'
import { expect, onTestFinished } from 'vitest'
import { outboxOf } from '../src/data/outbox.ts'
import { countEffects, openWorld, type World } from './world.ts'

export const atEnd = (close: () => Promise<unknown>): void => onTestFinished(async () => void (await close()))
export const closeAtEnd = <T extends { close(): Promise<void> }>(bus: T): T => {
  atEnd(() => bus.close())
  return bus
}
export const open = async (options: Parameters<typeof openWorld>[0]): Promise<World> => {
  const world = await openWorld(options)
  atEnd(() => world.stop())
  return world
}

export const names = (count: number, prefix = 'n') => Array.from({ length: count }, (_, at) => `${prefix}${at}`)
export const rows = async (world: World) => {
  const left = await outboxOf(world.database.connection).find({}).toArray()
  return left.reduce((sum, row) => sum + row.events.length, 0)
}
/** Waits until every named event has taken effect once and the outbox is empty. */
export const expectSettled = async (world: World, count: number, within = 20_000) => {
  await eventually(async () => expect((await countEffects(world)).names).toBe(count), { within })
  await eventually(async () => expect(await rows(world)).toBe(0), { within })
  expect((await countEffects(world)).notOnce).toEqual({})
}
