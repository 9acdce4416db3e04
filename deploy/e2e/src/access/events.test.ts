import { events } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { allServices } from './services.ts'

const sayersOf = (type: string) => allServices.filter(({ says = [] }) => says.some((event) => event.type === type)).map(({ name }) => name)
const hearersOf = (type: string) =>
  allServices.filter(({ hears = [] }) => hears.some(({ event }) => event.type === type)).map(({ name }) => name)
const all = [...events.values()]

test.each(all.map(({ type }) => type))('%s is said by exactly one service', (type) => expect(sayersOf(type)).toHaveLength(1))

test.each(all.filter(({ transient }) => !transient).map(({ type }) => type))('%s is kept, so a service hears it', (type) =>
  expect(hearersOf(type).length).toBeGreaterThan(0),
)

test.each(all.filter(({ transient }) => transient).map(({ type }) => type))('%s is transient, so no service counts on it', (type) =>
  expect(hearersOf(type)).toEqual([]),
)
