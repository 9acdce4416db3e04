import { expect, test } from 'vitest'
import { z } from 'zod'
import { readLines } from './read-lines.ts'

const Line = z.union([z.object({ id: z.string() }), z.object({ end: z.int() })])

async function read(...lines: readonly string[]) {
  async function* input() {
    yield* lines
  }
  const all = []
  for await (const line of readLines(input(), Line, { from: 'list (tests)', isEnd: (data) => 'end' in data })) all.push(line)
  return all
}

test('returns each line as data and as text, with fields that the schema does not know', async () => {
  expect(await read('{"id":"a","more":1}', '', '{"end":1}')).toEqual([
    { data: { id: 'a' }, text: '{"id":"a","more":1}' },
    { data: { end: 1 }, text: '{"end":1}' },
  ])
})

test('rejects an unexpected line, and input without its end', async () => {
  await expect(read('{"x":1}', '{"end":1}')).rejects.toThrow('unexpected line from list (tests): {"x":1}')
  await expect(read('{"id":"a"}')).rejects.toThrow('The input ends too early: this command needs the complete output of list (tests).')
})
