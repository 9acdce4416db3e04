import type { RegisteredCreator } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { notCharged } from './not-charged.ts'

const creator = (more: Partial<RegisteredCreator>): RegisteredCreator => ({
  id: 'a',
  network: 'instagram',
  username: 'lina',
  signedUpAt: '2026-11-20T10:00:00.000Z',
  count: { observed: 0, qualified: 0, inReview: 0, excluded: [] },
  charged: 0,
  reserved: 0,
  cents: 0,
  ...more,
})
const creators = [
  creator({
    count: { observed: 900, qualified: 700, inReview: 100, excluded: [{ reason: 'code_missing', views: 100 }] },
    charged: 600,
    reserved: 100,
  }),
  creator({
    count: {
      observed: 500,
      qualified: 400,
      inReview: 0,
      excluded: [
        { reason: 'code_missing', views: 30 },
        { reason: 'not_human', views: 70 },
      ],
    },
    charged: 300,
  }),
]

test('adds up excluded views by reason', () => {
  const { reasons } = notCharged({ viewsGoal: 1_000, actualViews: 900, reservedViews: 100 }, creators)
  expect([...reasons]).toEqual([
    ['code_missing', 130],
    ['not_human', 70],
  ])
})

test('reports views beyond the goal only after the goal is fully allocated', () => {
  expect(notCharged({ viewsGoal: 1_000, actualViews: 900, reservedViews: 100 }, creators).beyondGoal).toBe(200)
  expect(notCharged({ viewsGoal: 1_001, actualViews: 900, reservedViews: 100 }, creators).beyondGoal).toBe(0)
})
