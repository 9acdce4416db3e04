import type { Campaign, MeasuredVideo } from '@reelfair/contracts'
import { fixTable, restoreTable } from '@reelfair/contracts/reasons'
import { expect, test } from 'vitest'
import { shownFix } from './shown-fix.ts'

const video = (facts: Partial<MeasuredVideo>) => ({ isOver: false, qualified: 0, inReview: 0, ...facts }) as MeasuredVideo

test.each<[string, Campaign['phase'], Partial<MeasuredVideo>, object | undefined]>([
  ['new views can count and none are counted yet', 'open', {}, fixTable.publish_again],
  ['counted views are at risk', 'open', { qualified: 1 }, restoreTable.video_deleted],
  ['views in review are at risk', 'ended', { inReview: 1 }, restoreTable.video_deleted],
  ['new views no longer count and nothing is at risk', 'open', { isOver: true }, undefined],
  ['the campaign is settled', 'settled', { qualified: 1 }, undefined],
])('chooses the fix for a deleted video when %s', (_, phase, facts, expected) => {
  expect(shownFix('video_deleted', video(facts), phase)).toEqual(expected)
})
