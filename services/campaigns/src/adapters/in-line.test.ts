import { times } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { inLine } from './in-line.ts'

test('one after the other in the order of their coming, also behind one that failed; others do not wait for them', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const done: number[] = []
  let inside = 0
  const all = times(20, (index) =>
    inLine('a', async () => {
      inside += 1
      expect(inside).toBe(1)
      await opened
      inside -= 1
      done.push(index)
      if (index === 3) throw new Error('three')
      return index
    }),
  )
  const outcomes = Promise.allSettled(all)
  expect(await inLine('b', async () => 'at once')).toBe('at once')
  expect(done).toEqual([])
  open()
  const results = await outcomes
  expect(done).toEqual(times(20, (index) => index))
  expect(results[3]).toMatchObject({ status: 'rejected', reason: { message: 'three' } })
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
})

test('whoever would wait too long is told so, and the line is as it was when those in front are gone', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const waiting = times(1_000, () => inLine('a', () => opened))
  await expect(inLine('a', async () => 'in')).rejects.toMatchObject({ code: 'unavailable' })
  open()
  await Promise.all(waiting)
  expect(await inLine('a', async () => 'in')).toBe('in')
})
