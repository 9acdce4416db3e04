import * as contracts from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { allServices } from './services.ts'

const publishersOf = (type: string) =>
  allServices.filter(({ publishes = [] }) => publishes.some((event) => event.type === type)).map(({ name }) => name)
const subscribersOf = (type: string) =>
  allServices.filter(({ subscribes = [] }) => subscribes.some(({ event }) => event.type === type)).map(({ name }) => name)
const { events, SERVICES } = contracts
/** Other tests may have defined more events in this process. */
const all = [...events.values()].filter((event) => Object.values<unknown>(contracts).includes(event))

/** Every service with data publishes its share of a person's export. */
const SHARED = 'data-export.part'

test.each(all.map(({ type }) => type).filter((type) => type !== SHARED))('%s is published by exactly one service', (type) =>
  expect(publishersOf(type)).toHaveLength(1),
)

test('every service sends its share of a data export', () => {
  expect(publishersOf(SHARED).toSorted()).toEqual([...SERVICES].toSorted())
  expect(subscribersOf('data-export.requested').toSorted()).toEqual([...SERVICES].toSorted())
})

test.each(all.filter(({ transient }) => !transient).map(({ type }) => type))('%s is durable, so a service subscribes to it', (type) =>
  expect(subscribersOf(type).length).toBeGreaterThan(0),
)

test.each(all.filter(({ transient }) => transient).map(({ type }) => type))('%s is transient, so no service subscribes to it', (type) =>
  expect(subscribersOf(type)).toEqual([]),
)
