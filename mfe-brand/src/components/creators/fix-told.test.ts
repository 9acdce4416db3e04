import type { Campaign, MeasuredVideo } from '@reelfair/contracts'
import { mendTable, restoreTable } from '@reelfair/contracts/reasons'
import { expect, test } from 'vitest'
import { fixTold } from './fix-told.ts'

const video = (facts: Partial<MeasuredVideo>) => ({ isOver: false, qualified: 0, inReview: 0, ...facts }) as MeasuredVideo

test.each<[string, Campaign['phase'], Partial<MeasuredVideo>, object | undefined]>([
  ['new views may count, none are counted', 'open', {}, mendTable.publish_again],
  ['counted views are at risk', 'open', { qualified: 1 }, restoreTable.video_deleted],
  ['views in review are at risk', 'ended', { inReview: 1 }, restoreTable.video_deleted],
  ['the window is over and nothing is at risk', 'open', { isOver: true }, undefined],
  ['the campaign is settled', 'settled', { qualified: 1 }, undefined],
])('a deleted video while %s', (_, phase, facts, told) => {
  expect(fixTold('video_deleted', video(facts), phase)).toEqual(told)
})
