import { type ExclusionReason, exclusionReasons, type Network } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JudgedAccount, type JudgedVideo, judgeVideo, mendOf } from './judge-video.ts'

const asked = {
  network: 'instagram' as Network,
  code: 'RF-AB2CD',
  link: 'https://a.example/',
  signedUpAt: new Date('2026-11-21T12:00:00Z'),
  taken: new Set(['RF-XY3ZW']),
}
/** Exactly 6 % of 1080 × 1920, its lower edge exactly on the middle. */
const box = { x: 0, y: 960 - 192, width: 648, height: 192 }
const video: JudgedVideo = {
  caption: 'New boots, rf-ab2cd. Commercial collaboration',
  publishedAt: new Date('2026-11-21T12:00:00Z'),
  durationS: 180,
  width: 1080,
  height: 1920,
  deleted: false,
  private: false,
  ageRestricted: false,
  paidLabel: 'unknown',
  logo: { present: true, box },
}
const account: JudgedAccount = { isPublic: true, ageRestricted: false, paidLabelConsent: false, bio: 'Lea. a.example', bioLinks: [] }

test('a video that keeps every rule, at each limit, has no fault and a verified logo', () => {
  expect(judgeVideo(video, account, asked)).toEqual({ faults: [], unjudged: [], logo: 'verified' })
  expect(box.width * box.height).toBe(124_416)
})

test.each<[ExclusionReason, Partial<JudgedVideo>, Partial<JudgedAccount>]>([
  ['code_missing', { caption: 'Boots RF-AB2CE, commercial collaboration' }, {}],
  ['code_missing', { caption: 'Boots RF-XY3ZW RF-AB2CD, commercial collaboration' }, {}],
  ['mention_missing', { caption: 'Boots RF-AB2CD' }, {}],
  ['mention_missing', { caption: 'Boots RF-AB2CD', paidLabel: false }, {}],
  ['logo_absent', { logo: { present: false } }, {}],
  ['logo_absent', { logo: { present: true, box: { ...box, x: 1080 } } }, {}],
  ['logo_too_small', { logo: { present: true, box: { ...box, width: 647 } } }, {}],
  ['logo_too_small', { logo: { present: true, box: { ...box, x: -1 } } }, {}],
  ['logo_not_in_upper_half', { logo: { present: true, box: { ...box, y: box.y + 1 } } }, {}],
  ['link_not_in_bio', {}, { bio: 'Lea' }],
  ['account_private', { private: true }, {}],
  ['account_private', {}, { isPublic: false }],
  ['account_age_restricted', { ageRestricted: true }, {}],
  ['account_age_restricted', {}, { ageRestricted: true }],
  ['video_deleted', { deleted: true }, {}],
  ['not_short_vertical', { durationS: 180.5 }, {}],
  ['not_short_vertical', { width: 1080, height: 1080, logo: 'unknown' }, {}],
  ['published_before_sign_up', { publishedAt: new Date('2026-11-21T11:59:59.999Z') }, {}],
])('%s: %j %j', (reason, facts, profile) => {
  expect(judgeVideo({ ...video, ...facts }, { ...account, ...profile }, asked).faults).toEqual([reason])
})

test.each([
  ['a word before the code that reads as one', { caption: 'RF lands: RF-AB2CD, commercial collaboration' }, account],
  ['an account that could not be read', {}, undefined],
  ['a size and a duration that are not known', { width: undefined, height: undefined, durationS: undefined, logo: 'unknown' }, account],
] as const)('%s is no fault', (_, facts, profile) => {
  expect(judgeVideo({ ...video, ...facts }, profile, asked).faults).toEqual([])
})

const mentions: [string, Network, Partial<JudgedAccount> | undefined, JudgedVideo['paidLabel'], 'missing' | 'unjudged' | 'there'][] = [
  ['where the label can’t be read, it does not count', 'instagram', {}, true, 'missing'],
  ['nor with a consent that the network does not know', 'tiktok', { paidLabelConsent: true }, true, 'missing'],
  ['nor without the creator’s consent', 'youtube', {}, true, 'missing'],
  ['with consent the label counts', 'youtube', { paidLabelConsent: true }, true, 'there'],
  ['with consent and no label the words are missing', 'youtube', { paidLabelConsent: true }, false, 'missing'],
  ['a label that is unknown is no fault', 'youtube', { paidLabelConsent: true }, 'unknown', 'unjudged'],
  ['an account that could not be read leaves the label as it was', 'youtube', undefined, true, 'there'],
]
test.each(mentions)('%s (%s, %j, %s)', (_, network, profile, paidLabel, mention) => {
  const judged = judgeVideo({ ...video, caption: 'Boots RF-AB2CD', paidLabel }, profile && { ...account, ...profile }, {
    ...asked,
    network,
  })
  expect(judged.faults.includes('mention_missing')).toBe(mention === 'missing')
  expect(judged.unjudged.includes('mention_missing')).toBe(mention === 'unjudged')
})

test.each(['instagram', 'tiktok', 'youtube'] as const)('on %s the words count, whatever the label says', (network) => {
  for (const paidLabel of [true, false, 'unknown'] as const)
    expect(judgeVideo({ ...video, paidLabel }, account, { ...asked, network }).faults).toEqual([])
})

test('the logo is verified, not verified, or unknown where nobody can tell', () => {
  const logoOf = (facts: Partial<JudgedVideo>) => judgeVideo({ ...video, ...facts }, account, asked).logo
  expect(logoOf({ logo: 'unknown' })).toBe('unknown')
  expect(logoOf({ width: undefined })).toBe('unknown')
  expect(logoOf({ logo: { present: false } })).toBe('not_verified')
  expect(logoOf({ logo: { present: true, box: { ...box, width: 647 } } })).toBe('not_verified')
  expect(logoOf({ logo: { present: true, box: { ...box, y: 1_000 } } })).toBe('not_verified')
})

test.each<[string, Partial<JudgedVideo>, JudgedAccount | undefined, readonly ExclusionReason[]]>([
  ['its logo', { logo: 'unknown' }, account, ['logo_absent', 'logo_too_small', 'logo_not_in_upper_half']],
  ['its account', {}, undefined, ['link_not_in_bio', 'account_private', 'account_age_restricted']],
  ['its duration', { durationS: undefined }, account, ['not_short_vertical']],
])('names the faults that a reading can’t judge without %s', (_, facts, profile, reasons) => {
  expect(judgeVideo({ ...video, ...facts }, profile, asked)).toMatchObject({ faults: [], unjudged: reasons })
})

test('all faults are told, in the fixed order, and each has what mends it', () => {
  const worst: JudgedVideo = {
    ...video,
    caption: '',
    logo: { present: true, box: { x: 0, y: 900, width: 10, height: 100 } },
    private: true,
    ageRestricted: true,
    deleted: true,
    durationS: 999,
    publishedAt: new Date(0),
  }
  const { faults } = judgeVideo(worst, { ...account, bio: '' }, asked)
  expect(faults).toEqual(exclusionReasons.filter((reason) => !['logo_absent', 'not_human', 'removed_by_network'].includes(reason)))
  expect(faults.map(mendOf)).toEqual([
    'add_code',
    'add_mention',
    'enlarge_logo',
    'raise_logo',
    'add_link',
    'make_public',
    'lift_age_restriction',
    'publish_again',
    'publish_short',
    'publish_after_sign_up',
  ])
})

test('a box is judged as by hand, pixel for pixel', () => {
  const side = fc.integer({ min: 1, max: 60 })
  const rectangle = fc.record({ x: fc.integer({ min: -20, max: 60 }), y: fc.integer({ min: -20, max: 60 }), width: side, height: side })
  fc.assert(
    fc.property(rectangle, fc.integer({ min: 2, max: 30 }), fc.integer({ min: 31, max: 60 }), (drawn, width, height) => {
      let shown = 0
      let low = false
      for (let y = drawn.y; y < drawn.y + drawn.height; y += 1) {
        if (y + 1 > height / 2) low = true
        for (let x = drawn.x; x < drawn.x + drawn.width; x += 1) if (x >= 0 && y >= 0 && x < width && y < height) shown += 1
      }
      const expected: ExclusionReason[] = []
      if (shown === 0) expected.push('logo_absent')
      else {
        if (shown < 0.06 * width * height - 1e-9) expected.push('logo_too_small')
        if (low) expected.push('logo_not_in_upper_half')
      }
      expect(judgeVideo({ ...video, width, height, logo: { present: true, box: drawn } }, account, asked).faults).toEqual(expected)
    }),
  )
})
