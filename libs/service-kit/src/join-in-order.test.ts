import { expect, test } from 'vitest'
import { type Joined, joinInOrder } from './join-in-order.ts'

interface Row {
  readonly key: string
  readonly n: number
}
async function* listOf(rows: readonly Row[]) {
  yield* rows
}
const keyOf = ({ key }: Row) => key
async function joined(left: readonly Row[], right: readonly Row[]) {
  const all: Joined<Row, Row>[] = []
  for await (const one of joinInOrder(listOf(left), keyOf, listOf(right), keyOf)) all.push(one)
  return all
}
/** All sorted lists of up to three rows whose keys are a, b or c. */
const lists: Row[][] = [[], ...['a', 'b', 'c'].map((key) => [{ key, n: 0 }])]
for (const list of lists) {
  const last = list.at(-1)
  if (last && list.length < 3) for (const key of ['a', 'b', 'c']) if (key >= last.key) lists.push([...list, { key, n: list.length }])
}

test('yields each key once with its rows from both lists', async () => {
  for (const left of lists)
    for (const right of lists) {
      const keys = [...new Set([...left, ...right].map(keyOf))].sort()
      const rowsOf = (all: Row[], key: string) => all.filter((row) => row.key === key)
      expect(await joined(left, right)).toEqual(keys.map((key) => ({ key, left: rowsOf(left, key), right: rowsOf(right, key) })))
    }
})

test('rejects an unsorted list', async () => {
  const wrong = [
    { key: 'b', n: 1 },
    { key: 'a', n: 2 },
  ]
  await expect(joined(wrong, [])).rejects.toThrow('a comes after b')
  await expect(joined([], wrong)).rejects.toThrow('a comes after b')
})
