/** What tests of delivery share: worlds and buses that are closed after each test, and the judgement that every event took effect once. */
import { eventually } from '@reelfair/testkit/eventually'
import { expect, onTestFinished } from 'vitest'
import { outboxOf } from '../src/data/outbox.ts'
import { openWorld, tally, type World } from './world.ts'

/** Done when the test is over, the last first. */
export const atEnd = (close: () => Promise<unknown>): void => onTestFinished(async () => void (await close()))
export const closing = <T extends { close(): Promise<void> }>(bus: T): T => {
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
/** Every name took effect once, and nothing waits any more. */
export const settled = async (world: World, count: number, within = 20_000) => {
  await eventually(async () => expect((await tally(world)).names).toBe(count), { within })
  await eventually(async () => expect(await rows(world)).toBe(0), { within })
  expect((await tally(world)).notOnce).toEqual({})
}
