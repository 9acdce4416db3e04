import { Refusal } from '@reelfair/contracts'
import { jpeg, lossless, lossy, png, riff } from '@reelfair/testkit/pictures'
import { expect, test } from 'vitest'
import { checkLogo } from './check-logo.ts'

const [PNG, JPEG, WEBP] = ['image/png', 'image/jpeg', 'image/webp'] as const

function codeOf(file: Buffer, type: string): string {
  try {
    checkLogo(file, type)
    return 'accepted'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

test.each([
  [PNG, png],
  [JPEG, jpeg],
  [WEBP, (width: number, height: number) => riff(lossy(width, height))],
  [WEBP, (width: number, height: number) => riff(lossless(width, height))],
] as const)('accepts %s of 128 to 1,024 px per side', (type, build) => {
  const sizes = [
    [128, 128],
    [1_024, 1_024],
    [128, 1_024],
    [127, 128],
    [128, 127],
    [1_025, 1_024],
    [1_024, 1_025],
  ] as const
  expect(sizes.map(([width, height]) => codeOf(build(width, height), type))).toEqual([
    ...['accepted', 'accepted', 'accepted'],
    ...['brand_logo_size', 'brand_logo_size', 'brand_logo_size', 'brand_logo_size'],
  ])
})

test('refuses a PNG that would need a lot of memory, one of another type, and a damaged one', () => {
  const hidden = png(256)
  hidden.writeUInt32BE(60_000, 16)
  expect([codeOf(hidden, PNG), codeOf(png(), JPEG), codeOf(png().subarray(0, 60), PNG)]).toEqual([
    'brand_logo_size',
    'brand_logo_type',
    'brand_logo_unreadable',
  ])
})
