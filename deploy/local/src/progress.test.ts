import { expect, test } from 'vitest'
import { progressOn } from './progress.ts'

function written(isTTY: boolean) {
  const parts: string[] = []
  return { out: { isTTY, write: (text: string) => parts.push(text) > 0 }, text: () => parts.join('') }
}

test('without a terminal, prints one line per finished step and marks failed steps', async () => {
  const { out, text } = written(false)
  const progress = progressOn(out)
  expect(await progress.step('one', async () => 1)).toBe(1)
  await expect(progress.step('two', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  progress.print('three')
  expect(text()).toMatch(/^✓ one \(\d+\.\d s\)\n✗ two \(\d+\.\d s\)\nthree\n$/)
})

test('on a terminal, keeps running steps below printed lines', async () => {
  const { out, text } = written(true)
  const progress = progressOn(out)
  const end = Promise.withResolvers<void>()
  const slow = progress.step('slow', () => end.promise)
  progress.print('meanwhile')
  expect(text().split('\n').at(-2)).toMatch(/slow … /)
  end.resolve()
  await slow
  expect(text().split('\n').at(-2)).toMatch(/✓ slow/)
})
