import { recordingLog } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { settleDays, settleGroups } from './settle-groups.ts'

const item = (id: string) => ({ id })
async function* groups(...all: string[][]) {
  for (const ids of all) yield ids.map(item)
}
const { log } = recordingLog()
const ctx = { log, transact: async <T>(work: (tx: never) => Promise<T>) => work(undefined as never) }

test('settles each group at once, and the items of a failed group alone', async () => {
  const settled: string[][] = []
  const settle = async (group: readonly { id: string }[]) => {
    const ids = group.map(({ id }) => id)
    if (ids.includes('broken')) throw new Error('cannot settle')
    settled.push(ids)
  }
  expect(await settleGroups(groups(['a', 'b'], ['c', 'broken', 'd'], ['e']), settle, '2026-11-21', ctx)).toEqual({ settled: 5, failed: 1 })
  expect(settled).toEqual([['a', 'b'], ['c'], ['d'], ['e']])
})

test('stops when another replica has taken over the job', async () => {
  const lost = { ...ctx, transact: () => Promise.reject(new Error('lost the lease')) }
  const settle = () => Promise.reject(new Error('cannot settle'))
  await expect(settleGroups(groups(['a']), settle, '2026-11-21', lost)).rejects.toThrow('lost the lease')
})

test('settles the earliest day first, each once, and adds up the results', async () => {
  const due = ['2026-11-19', '2026-11-21']
  const asked: string[] = []
  const done = await settleDays(
    async (after) => due.find((day) => day > after),
    async (day) => {
      asked.push(day)
      return { settled: 2, failed: 1 }
    },
  )
  expect([asked, done]).toEqual([due, { settled: 4, failed: 2 }])
})
