// @vitest-environment jsdom
import type { CurrentDraft } from '@reelfair/contracts'
import { ApiError } from '@reelfair/web-kit'
import { expect, test } from 'vitest'
import { DraftSaver, type SaveState } from './draft-saver.ts'

test('saves nothing more when a running save fails after the draft has been discarded', async () => {
  const { promise, reject } = Promise.withResolvers<CurrentDraft>()
  const states: SaveState['kind'][] = []
  let saves = 0
  const put = () => {
    saves += 1
    return promise
  }
  const saver = new DraftSaver({ basedOn: null, put, onState: ({ kind }) => states.push(kind) })
  saver.change({ step: 1, name: 'Fridge door' })
  const saved = saver.flush()
  await Promise.resolve()
  saver.stop()
  reject(new ApiError({ code: 'network_lost' }))
  expect(await saved).toBe(false)
  expect(saver.hasUnsaved).toBe(false)
  await saver.leave()
  expect(saves).toBe(1)
  expect(states).toEqual(['saving'])
})
