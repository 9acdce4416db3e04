import { expect, test } from 'vitest'
import { messageChunks } from './messages-with-code.ts'

type Group = Parameters<typeof messageChunks>[0][number]

const group = (ids: readonly string[], request: string, parents: readonly Group[] = []) =>
  ({ chunks: ids.map((id) => ({ id })), origins: [{ request }], getParents: () => parents }) as unknown as Group

test('maps each chunk to its code’s messages by language', () => {
  const [balance, history] = [group(['balance'], './balance-page.tsx'), group(['history', 'chart'], './history-page.tsx')]
  const groups = [
    balance,
    history,
    group(['shared-en'], './en.ts', [balance, history]),
    group(['shared-fr'], './fr.ts', [balance, history]),
    group(['own-fr'], './fr.ts', [balance]),
    group(['dialog'], './dialog.tsx', [balance]),
  ]
  const shared = { en: ['shared-en'], fr: ['shared-fr'] }
  expect(messageChunks(groups)).toEqual({ balance: { en: ['shared-en'], fr: ['shared-fr', 'own-fr'] }, history: shared, chart: shared })
})
