import type { Campaign } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { aCampaign, fourteenNights } from '../../../components/campaign/campaign.fixture.ts'
import { notesOf, spanOf } from './night-notes.ts'

const words = {
  goal: ({ name, viewsGoal }: { name: string; viewsGoal: number }) => `${name} reaches ${viewsGoal}`,
  running: (count: number) => `${count} running`,
  noViews: 'nothing new',
}
const all = <C>(...campaigns: C[]) => ({ campaigns, areAll: true })
const on = (day: number, hour = 12) => `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`
const schoolRun = aCampaign({
  name: 'School run',
  viewsGoal: 82_000,
  status: 'completed',
  phase: 'settled',
  startsAt: on(5),
  endsAt: on(13),
  endedAt: on(12),
})
const fridge = aCampaign({ id: 'c2', name: 'Fridge door', startsAt: on(15), endsAt: on(22) })
const breakfast = aCampaign({ id: 'c3', name: 'Breakfast', startsAt: on(16), endsAt: on(24) })
const views = { qualified: 9 }
const asDrawn = fourteenNights({
  6: views,
  7: views,
  8: views,
  9: views,
  10: views,
  11: views,
  12: views,
  16: views,
  17: views,
  18: views,
  19: views,
})

test('adds notes when a goal is reached or campaigns overlap, but not for nights without a campaign', () => {
  expect(notesOf(asDrawn, all(schoolRun, fridge, breakfast), words)).toEqual([
    { from: '2026-11-06', to: '2026-11-12', text: 'School run reaches 82000' },
    { from: '2026-11-17', to: '2026-11-19', text: '2 running' },
  ])
})

test('extends a goal’s note to the next night if the last reading ran after midnight and covered no other campaign', () => {
  const late = fourteenNights({ 11: views, 12: views, 13: views })
  const goals = (...others: Campaign[]) => notesOf(late, all(schoolRun, ...others), words).filter(({ text }) => text.startsWith('School'))
  expect(goals()).toMatchObject([{ to: '2026-11-13' }])
  expect(goals(aCampaign({ id: 'c4', startsAt: on(12), endsAt: on(19) }))).toMatchObject([{ to: '2026-11-12' }])
})

test('covers every night from the day after a campaign starts through its last day', () => {
  expect(spanOf(schoolRun)).toEqual({ from: '2026-11-06', to: '2026-11-12' })
  expect(spanOf(aCampaign({ startsAt: on(18, 8), endsAt: on(20), endedAt: on(18, 20) }))).toEqual({ from: '2026-11-18', to: '2026-11-18' })
  // In Paris, 23:00 UTC is already the next day.
  expect(spanOf(aCampaign({ startsAt: on(17, 23), endsAt: on(20) }))?.from).toBe('2026-11-19')
  const { startsAt: _, ...unfunded } = aCampaign({ status: 'failed', phase: 'unfunded' })
  expect(spanOf(unfunded)).toBeUndefined()
})

test('adds notes for nights without new views during a campaign, but not for a goal reached on such nights', () => {
  const notes = notesOf(fourteenNights({ 18: views }), all(fridge), words)
  expect(notes).toEqual([
    { from: '2026-11-06', to: '2026-11-17', text: 'nothing new' },
    { from: '2026-11-19', to: '2026-11-19', text: 'nothing new' },
  ])
  expect(notesOf(fourteenNights({ 19: views }), all(schoolRun), words).map(({ text }) => text)).toEqual(['nothing new'])
})

test('omits the number of concurrent campaigns if some campaigns are not loaded, but marks nights without new views', () => {
  const notes = notesOf(asDrawn, { campaigns: [fridge, breakfast], areAll: false }, words)
  expect(notes).toEqual([{ from: '2026-11-13', to: '2026-11-15', text: 'nothing new' }])
})

test('for any set of campaigns: adds few notes, keeps them within the chart and marks only nights without views as quiet', () => {
  for (let pattern = 0; pattern < 2 ** 14; pattern += 37) {
    const nights = fourteenNights().map((night, index) => ({ ...night, qualified: (pattern >> index) % 2 === 1 ? 5 : 0 }))
    const campaigns = Array.from({ length: pattern % 9 }, (_, index) => {
      const start = 1 + ((pattern * (index + 3)) % 18)
      const end = on(Math.min(28, start + ((pattern + index * 5) % 9)), 20)
      return aCampaign({ startsAt: on(start), endsAt: end, ...(index % 2 === 0 && { status: 'completed', endedAt: end }) })
    })
    const days = nights.map(({ day }) => day)
    const notes = notesOf(nights, { campaigns, areAll: pattern % 2 === 0 }, words)
    for (const { from, to, text } of notes) {
      expect(days.indexOf(from)).toBeGreaterThanOrEqual(0)
      expect(days.indexOf(to)).toBeGreaterThanOrEqual(days.indexOf(from))
      const sum = nights.filter(({ day }) => from <= day && day <= to).reduce((total, { qualified }) => total + qualified, 0)
      expect(sum === 0).toBe(text === words.noViews)
    }
    expect(notes.filter(({ text }) => text !== words.noViews).length).toBeLessThanOrEqual(3)
  }
})
