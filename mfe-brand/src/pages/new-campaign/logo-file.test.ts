import { LOGO_SIZE, MEDIA_MAX_BYTES, VIDEO_MIN_SECONDS } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { contrastOf, LEAST_SHARE, LOGO, LOGO_SHARE, typeOf } from './logo-file.ts'

type Colour = readonly [number, number, number, number]
const WHITE: Colour = [255, 255, 255, 255]
const BLACK: Colour = [0, 0, 0, 255]

/** So many pixels of each colour. */
const picture = (...parts: readonly (readonly [number, Colour])[]) =>
  Uint8ClampedArray.from(parts.flatMap(([count, colour]) => Array.from({ length: count }, () => colour).flat()))

test('the limits are the contract’s', () => {
  expect(LOGO).toEqual({ ...LOGO_SIZE, maxBytes: MEDIA_MAX_BYTES, minSeconds: VIDEO_MIN_SECONDS })
  expect(LOGO_SHARE).toBeCloseTo(0.1292, 4)
  expect(LOGO_SHARE).toBeGreaterThan(LEAST_SHARE)
})

test.each([
  [{ type: 'image/png', name: 'a.jpg' }, 'image/png'],
  [{ type: '', name: 'Banner.WEBM' }, 'video/webm'],
  [{ type: '', name: 'banner' }, 'application/octet-stream'],
])('%j is sent as %s', (file, type) => {
  expect(typeOf(file)).toBe(type)
})

test('black on white stands out as far as anything can, one tone alone not at all', () => {
  expect(contrastOf(picture([900, WHITE], [100, BLACK]))).toBeCloseTo(21, 1)
  expect(contrastOf(picture([1_000, BLACK]))).toBe(1)
  expect(contrastOf(new Uint8ClampedArray())).toBe(1)
})

test('pale on pale is told, and a few specks of black do not hide it', () => {
  const ground: Colour = [245, 220, 198, 255]
  const pale: Colour = [222, 196, 170, 255]
  expect(contrastOf(picture([995, ground], [5, BLACK]))).toBe(1)
  expect(contrastOf(picture([800, ground], [195, pale], [5, BLACK]))).toBeLessThan(1.5)
  expect(contrastOf(picture([800, ground], [200, [138, 58, 28, 255]]))).toBeGreaterThan(4.5)
})

test('what lets the video through is judged against a middling one', () => {
  expect(contrastOf(picture([500, [255, 255, 255, 0]], [500, WHITE]))).toBeCloseTo(3.9, 0)
  expect(contrastOf(picture([500, [0, 0, 0, 0]], [500, [128, 128, 128, 255]]))).toBe(1)
})
