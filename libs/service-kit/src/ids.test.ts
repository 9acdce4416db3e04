import { Id } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { idSource } from './ids.ts'

test('generates unique, ordered version 7 UUIDs', () => {
  const newId = idSource(systemClock)
  const ids = Array.from({ length: 20_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual([...ids].sort())
  for (const id of ids.slice(0, 200)) {
    expect(Id.safeParse(id).success).toBe(true)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }
})

test('encodes the clock’s time in the id', () => {
  const now = new Date('2026-11-21T12:00:00.123Z')
  const [first = '', second = ''] = Array.from({ length: 2 }, idSource({ now: () => now, onJump: () => () => {} }))
  expect(Number.parseInt(first.replace('-', '').slice(0, 12), 16)).toBe(now.getTime())
  expect(second > first).toBe(true)
})
