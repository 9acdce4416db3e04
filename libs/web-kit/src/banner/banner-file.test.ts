import { LOGO_SIZE, MEDIA_MAX_BYTES, VIDEO_MIN_SECONDS } from '@reelfair/contracts'
import { MIN_LOGO_PERCENT } from '@reelfair/rules'
import { expect, test } from 'vitest'
import { contrastOf, LOGO, LOGO_SHARE, typeOf } from './banner-file.ts'

type Colour = readonly [number, number, number, number]
const WHITE: Colour = [255, 255, 255, 255]
const BLACK: Colour = [0, 0, 0, 255]

/** Pixels of an image with the given number of pixels in each colour. */
const picture = (...parts: readonly (readonly [number, Colour])[]) =>
  Uint8ClampedArray.from(parts.flatMap(([count, colour]) => Array.from({ length: count }, () => colour).flat()))

test('has the same limits as the contract', () => {
  expect(LOGO).toEqual({ ...LOGO_SIZE, maxBytes: MEDIA_MAX_BYTES, minSeconds: VIDEO_MIN_SECONDS })
  expect(LOGO_SHARE).toBeCloseTo(0.1292, 4)
  expect(LOGO_SHARE).toBeGreaterThan(MIN_LOGO_PERCENT / 100)
})

test.each([
  [{ type: 'image/png', name: 'a.jpg' }, 'image/png'],
  [{ type: '', name: 'Banner.WEBM' }, 'video/webm'],
  [{ type: '', name: 'banner' }, 'application/octet-stream'],
])('sends %j as %s', (file, type) => {
  expect(typeOf(file)).toBe(type)
})

test('computes the highest contrast for black on white and the lowest for a single tone', () => {
  expect(contrastOf(picture([900, WHITE], [100, BLACK]))).toBeCloseTo(21, 1)
  expect(contrastOf(picture([1_000, BLACK]))).toBe(1)
  expect(contrastOf(new Uint8ClampedArray())).toBe(1)
})

test('detects pale lettering on a pale background, despite a few black specks', () => {
  const ground: Colour = [245, 220, 198, 255]
  const pale: Colour = [222, 196, 170, 255]
  expect(contrastOf(picture([995, ground], [5, BLACK]))).toBe(1)
  expect(contrastOf(picture([800, ground], [195, pale], [5, BLACK]))).toBeLessThan(1.5)
  expect(contrastOf(picture([800, ground], [200, [138, 58, 28, 255]]))).toBeGreaterThan(4.5)
})

test('computes the contrast of transparent pixels against a video of medium brightness', () => {
  expect(contrastOf(picture([500, [255, 255, 255, 0]], [500, WHITE]))).toBeCloseTo(3.9, 0)
  expect(contrastOf(picture([500, [0, 0, 0, 0]], [500, [128, 128, 128, 255]]))).toBe(1)
})
