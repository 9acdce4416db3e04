import type { ClientSession, Connection } from 'mongoose'
import { expect, test } from 'vitest'
import { askedTogether } from './asked-together.ts'

/** What it was asked, each time; it answers with the connection's name and what was asked. */
function listening() {
  const heard: { asked: readonly string[]; session: unknown }[] = []
  const ask = askedTogether(async ({ connection, session }, asked: readonly string[]) => {
    heard.push({ asked: [...asked], session })
    if (asked.includes('wrong')) throw new Error('no answer')
    return asked.map((one) => `${connection.name}: ${one}`)
  })
  return { ask, heard }
}
const scope = (name = 'first') => ({ connection: { name } as Connection })

test('what is asked in one turn is asked at once, and each gets its own answer', async () => {
  const { ask, heard } = listening()
  const one = scope()
  expect(await Promise.all(['a', 'b', 'a'].map((asked) => ask(one, asked)))).toEqual(['first: a', 'first: b', 'first: a'])
  expect(heard.map(({ asked }) => asked)).toEqual([['a', 'b', 'a']])
})

test('nothing is kept: who asks later asks anew, also while an answer is on its way', async () => {
  const { ask, heard } = listening()
  const one = scope()
  const first = ask(one, 'a')
  await new Promise((resolve) => setImmediate(resolve))
  const second = ask(one, 'a')
  expect(await Promise.all([first, second])).toEqual(['first: a', 'first: a'])
  expect(heard).toHaveLength(2)
})

test('who asks together fails together; the next turn asks again', async () => {
  const { ask } = listening()
  const one = scope()
  const answers = await Promise.allSettled([ask(one, 'a'), ask(one, 'wrong')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask(one, 'a')).toBe('first: a')
})

test('each database is asked by itself', async () => {
  const { ask, heard } = listening()
  const [one, other] = [scope('one'), scope('other')]
  expect(await Promise.all([ask(one, 'a'), ask(other, 'b'), ask(one, 'c')])).toEqual(['one: a', 'other: b', 'one: c'])
  expect(heard.map(({ asked }) => asked)).toEqual([['a', 'c'], ['b']])
})

test('inside a transaction everybody asks alone, and in it', async () => {
  const { ask, heard } = listening()
  const session = {} as ClientSession
  const inside = { ...scope(), session }
  expect(await Promise.all([ask(inside, 'a'), ask(inside, 'b')])).toEqual(['first: a', 'first: b'])
  expect(heard).toEqual([
    { asked: ['a'], session },
    { asked: ['b'], session },
  ])
})

test.each([
  ['fewer', []],
  ['more', ['one', 'other', 'third']],
])('%s answers than were asked are nobody’s answer, inside a transaction neither', async (_, answers) => {
  const ask = askedTogether(async (_scope, _asked: readonly string[]) => answers)
  const one = scope()
  const together = await Promise.allSettled([ask(one, 'a'), ask(one, 'b')])
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(ask({ ...scope(), session: {} as ClientSession }, 'a')).rejects.toThrow('were asked together')
})
