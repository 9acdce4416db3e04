import {
  canvas,
  exif,
  jpeg,
  jpegSegment,
  lossless,
  lossy,
  png,
  pngChunk,
  riff,
  SECRET,
  webpChunk,
  withExif,
  withMetadata,
} from '@reelfair/testkit/pictures'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PictureFault, readPicture } from './picture.ts'

const [PNG, JPEG, WEBP] = ['image/png', 'image/jpeg', 'image/webp'] as const
const profile = Buffer.from('ICC_PROFILE\0colours')

function codeOf(file: Buffer, type: string): string {
  try {
    readPicture(file, type)
    return 'accepted'
  } catch (error) {
    if (error instanceof PictureFault) return error.kind
    throw error
  }
}

test.each([
  ['a PNG', PNG, png(256, 200)],
  ['a PNG with a colour profile', PNG, png(256, 200, pngChunk('iCCP', profile), pngChunk('gAMA', Buffer.alloc(4)))],
  ['a JPEG', JPEG, jpeg(256, 200)],
  ['a progressive JPEG', JPEG, jpeg(256, 200, { frame: 0xc2 })],
  [
    'a JPEG with a colour profile',
    JPEG,
    jpeg(256, 200, { extra: [jpegSegment(0xe2, profile), jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\0'))] }),
  ],
  ['a lossy WebP', WEBP, riff(lossy(256, 200))],
  ['a lossless WebP', WEBP, riff(lossless(256, 200))],
  [
    'a WebP with transparency and a colour profile',
    WEBP,
    riff(canvas(256, 200, 0x30), webpChunk('ICCP', profile), webpChunk('ALPH', Buffer.alloc(5)), lossy(256, 200)),
  ],
])('reads the size of %s and keeps every byte', (_, type, file) => {
  expect(readPicture(file, type)).toEqual({ type, width: 256, height: 200, picture: file })
})

test.each([PNG, JPEG, WEBP])('removes camera data, comments and trailing bytes from %s', (type) => {
  const { picture, ...facts } = readPicture(withMetadata[type], type)
  expect(facts).toEqual({ type, width: 256, height: 200 })
  expect(picture.toString('latin1')).not.toContain(SECRET)
  expect(readPicture(picture, type).picture).toEqual(picture)
})

describe.each([PNG, JPEG, WEBP])('%s', (type) => {
  test.each([
    ['II', 6, true],
    ['MM', 8, true],
    ['MM', 1, false],
    ['II', 9, false],
  ] as const)('keeps nothing of the camera data (%s) but orientation %i: %s', (order, orientation, isKept) => {
    const { picture } = readPicture(withExif[type](exif(orientation, order)), type)
    const value = Buffer.from([0, orientation, 0, 0, 0, 0, 0, 0])
    const kept = Buffer.concat([Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01'), value])
    expect(picture).toEqual(withExif[type](isKept ? kept : undefined))
    expect(readPicture(picture, type).picture).toEqual(picture)
  })
})

test('ignores an orientation that a WebP does not declare, and one in a WebP without a canvas', () => {
  const [pixels, turned] = [lossy(256, 200), webpChunk('EXIF', exif(6, 'MM'))]
  const plain = riff(canvas(256, 200, 0), pixels)
  expect(readPicture(riff(canvas(256, 200, 0), pixels, turned), WEBP).picture).toEqual(plain)
  expect(readPicture(riff(pixels, turned), WEBP).picture).toEqual(riff(pixels))
})

test('finds a WebP’s orientation after a JPEG segment name, as sharp writes it', () => {
  const named = Buffer.concat([Buffer.from('Exif\0\0'), exif(6, 'II')])
  expect(readPicture(withExif[WEBP](named), WEBP)).toEqual(readPicture(withExif[WEBP](exif(6, 'II')), WEBP))
})

test('keeps an orientation that precedes a WebP’s pixels, and only the first picture', () => {
  const turned = webpChunk('EXIF', exif(6, 'MM'))
  const { picture } = readPicture(riff(canvas(256, 200, 0x18), turned, lossy(256, 200), lossy(256, 200)), WEBP)
  expect(picture).toEqual(readPicture(withExif[WEBP](exif(6, 'MM')), WEBP).picture)
})

test('declares no metadata in a WebP from which it was removed', () => {
  const { picture } = readPicture(withMetadata[WEBP], WEBP)
  expect(picture).toEqual(riff(canvas(256, 200, 0x10), lossy(256, 200)))
})

describe('refuses', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

  test.each([
    ['an empty file', Buffer.alloc(0), PNG, 'type'],
    ['an SVG', svg, 'image/svg+xml', 'type'],
    ['an SVG sent as PNG', svg, PNG, 'type'],
    ['a GIF', Buffer.from('GIF89a'), 'image/gif', 'type'],
    ['a PNG sent as JPEG', png(), JPEG, 'type'],
    ['a JPEG sent as WebP', jpeg(), WEBP, 'type'],
    ['a sound in a WebP container', Buffer.from('RIFF\0\0\0\0WAVEfmt '), WEBP, 'type'],
    ['an animated PNG', png(256, 256, pngChunk('acTL', Buffer.alloc(8))), PNG, 'type'],
    ['an animated WebP', riff(canvas(256, 256, 0x02), webpChunk('ANIM', Buffer.alloc(6))), WEBP, 'type'],
    ['a WebP whose canvas hides a larger picture', riff(canvas(256, 256, 0), lossy(9_000, 9_000)), WEBP, 'unreadable'],
    ['a PNG with two headers', png(256, 256, png().subarray(8, 33)), PNG, 'unreadable'],
    ['a PNG without pixels', Buffer.concat([png().subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))]), PNG, 'unreadable'],
    ['a JPEG with two frames', jpeg(256, 256, { extra: [jpegSegment(0xc0, Buffer.alloc(9))] }), JPEG, 'unreadable'],
    ['a JPEG without pixels', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), JPEG, 'unreadable'],
    ['a WebP without pixels', riff(canvas(256, 256, 0)), WEBP, 'unreadable'],
    ['a WebP with a broken picture', riff(webpChunk('VP8 ', Buffer.alloc(20))), WEBP, 'unreadable'],
  ])('%s', (_, file, type, code) => expect(codeOf(file, type)).toBe(code))

  test.each([
    ['PNG', png(256), PNG],
    ['JPEG', jpeg(256), JPEG],
    ['lossy WebP', riff(lossy(256, 256)), WEBP],
    ['lossless WebP', riff(lossless(256, 256)), WEBP],
  ])('a %s truncated at any length', (_, file, type) => {
    for (let length = 0; length < file.length; length += 1)
      expect(codeOf(file.subarray(0, length), type), `${length} bytes`).toMatch(/^(?:type|unreadable)$/)
  })
})

test('handles damaged pictures without crashing, and stores no more bytes than were sent', () => {
  const files = [png(), jpeg(), riff(canvas(256, 256, 0x1c), lossy(256, 256)), ...Object.values(withMetadata)]
  const damage = fc.tuple(fc.nat(400), fc.nat(255))
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.array(damage, { minLength: 1, maxLength: 8 }), (whole, damages) => {
      const file = Buffer.from(whole)
      for (const [at, byte] of damages) file[at % file.length] = byte
      for (const type of [PNG, JPEG, WEBP]) {
        const code = codeOf(file, type)
        expect(code).toMatch(/^(?:accepted|type|unreadable)$/)
        if (code === 'accepted') expect(readPicture(file, type).picture.length).toBeLessThanOrEqual(file.length)
      }
    }),
    { numRuns: 2_000 },
  )
})
