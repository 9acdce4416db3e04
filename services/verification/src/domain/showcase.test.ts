import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bioShown, pictureOf, shownVideos, titleOf } from './showcase.ts'

test.each([
  ['Small kitchen, big fridge.\nLyon', 'Small kitchen, big fridge.'],
  ['lea@kitchen.example\nBURGERS AT HOME K7Q2M9X', 'BURGERS AT HOME'],
  ['\n  K7Q2M9X \n🍋\nNew recipe   every Sunday', 'New recipe every Sunday'],
  ['K7Q2M9X', undefined],
  ['', undefined],
])('shows the bio %j as %j', (bio, shown) => expect(bioShown(bio, 'K7Q2M9X')).toBe(shown))

test.each([
  ['Sunday lemon tart RF-AB2CD\nCommercial collaboration', 'Sunday lemon tart'],
  ['Collaboration commerciale\nTarte du dimanche', 'Tarte du dimanche'],
  ['BURGERS AT HOME', 'BURGERS AT HOME'],
  ['RF AB2CD', ''],
  ['Tart rf_ab2cd', 'Tart'],
  [`${'word '.repeat(20)}end`, `${'word '.repeat(15)}word…`],
])('gives the caption %j the title %j', (caption, title) => expect(titleOf(caption)).toBe(title))

test('shortens any text to its limit', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (text) => {
      expect(titleOf(text).length).toBeLessThanOrEqual(81)
      expect(bioShown(text, 'K7Q2M9X')?.length ?? 0).toBeLessThanOrEqual(161)
      expect(titleOf(text)).not.toMatch(/\n/)
    }),
  )
})

test('shows the newest three videos that are vertical or of unknown size', () => {
  const videos = [
    { id: 'wide', width: 1_920, height: 1_080 },
    { id: 'square', width: 1_080, height: 1_080 },
    { id: 'vertical', width: 1_080, height: 1_920 },
    { id: 'unknown' },
    { id: 'half known', width: 1_080 },
    { id: 'older', width: 1_080, height: 1_920 },
  ]
  expect(shownVideos(videos).map(({ id }) => id)).toEqual(['vertical', 'unknown', 'half known'])
})

test('shows the cover of the newest video in rows, or else the account’s picture', () => {
  const video = { url: 'https://a.example', title: '', publishedAt: new Date(0), views: 1 }
  expect(pictureOf({ pictureId: 'account', videos: [{ ...video, pictureId: 'cover' }, video] })).toBe('cover')
  expect(pictureOf({ pictureId: 'account', videos: [video, { ...video, pictureId: 'older' }] })).toBe('account')
  expect(pictureOf({ videos: [] })).toBeUndefined()
})
