import { type ExclusionReason, exclusionReasons, type Network } from '@reelfair/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixOf, type JudgedAccount, type JudgedVideo, judgeVideo } from './judge-video.ts'

const asked = {
  network: 'instagram' as Network,
  code: 'RF-AB2CD',
  link: 'https://a.example/',
  signedUpAt: new Date('2026-11-21T12:00:00Z'),
  taken: new Set(['RF-XY3ZW']),
}
/** A logo of exactly 6% of 1080 × 1920, with its lower edge exactly in the middle. */
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

test('finds no faults and reports the logo as verified if every value is exactly at its limit', () => {
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
])('finds %s in %j %j', (reason, facts, profile) => {
  expect(judgeVideo({ ...video, ...facts }, { ...account, ...profile }, asked).faults).toEqual([reason])
})

test.each([
  ['a word that looks like a code before the real one', { caption: 'RF lands: RF-AB2CD, commercial collaboration' }, account],
  ['an account that could not be read', {}, undefined],
  ['an unknown size and duration', { width: undefined, height: undefined, durationS: undefined, logo: 'unknown' }, account],
] as const)('does not treat %s as a fault', (_, facts, profile) => {
  expect(judgeVideo({ ...video, ...facts }, profile, asked).faults).toEqual([])
})

const mentions: [string, Network, Partial<JudgedAccount> | undefined, JudgedVideo['paidLabel'], 'missing' | 'unjudged' | 'there'][] = [
  ['ignores the label on a network that does not expose it', 'instagram', {}, true, 'missing'],
  ['ignores consent on a network that does not expose the label', 'tiktok', { paidLabelConsent: true }, true, 'missing'],
  ['ignores the label without the creator’s consent', 'youtube', {}, true, 'missing'],
  ['accepts the label with the creator’s consent', 'youtube', { paidLabelConsent: true }, true, 'there'],
  ['reports a missing commercial mention with consent but without a label', 'youtube', { paidLabelConsent: true }, false, 'missing'],
  ['does not judge an unknown label', 'youtube', { paidLabelConsent: true }, 'unknown', 'unjudged'],
  ['keeps the last known label when the account could not be read', 'youtube', undefined, true, 'there'],
]
test.each(mentions)('%s (%s, %j, %s)', (_, network, profile, paidLabel, mention) => {
  const judged = judgeVideo({ ...video, caption: 'Boots RF-AB2CD', paidLabel }, profile && { ...account, ...profile }, {
    ...asked,
    network,
  })
  expect(judged.faults.includes('mention_missing')).toBe(mention === 'missing')
  expect(judged.unjudged.includes('mention_missing')).toBe(mention === 'unjudged')
})

test.each(['instagram', 'tiktok', 'youtube'] as const)('accepts the commercial mention on %s, whatever the label says', (network) => {
  for (const paidLabel of [true, false, 'unknown'] as const)
    expect(judgeVideo({ ...video, paidLabel }, account, { ...asked, network }).faults).toEqual([])
})

test('reports whether the logo is verified, not verified or unknown', () => {
  const logoOf = (facts: Partial<JudgedVideo>) => judgeVideo({ ...video, ...facts }, account, asked).logo
  expect(logoOf({ logo: 'unknown' })).toBe('unknown')
  expect(logoOf({ width: undefined })).toBe('unknown')
  expect(logoOf({ logo: { present: false } })).toBe('not_verified')
  expect(logoOf({ logo: { present: true, box: { ...box, width: 647 } } })).toBe('not_verified')
  expect(logoOf({ logo: { present: true, box: { ...box, y: 1_000 } } })).toBe('not_verified')
})

test.each<[string, Partial<JudgedVideo>, JudgedAccount | undefined, readonly ExclusionReason[]]>([
  ['the logo', { logo: 'unknown' }, account, ['logo_absent', 'logo_too_small', 'logo_not_in_upper_half']],
  ['the account', {}, undefined, ['link_not_in_bio', 'account_private', 'account_age_restricted']],
  ['the duration', { durationS: undefined }, account, ['not_short_vertical']],
])('lists the faults that a reading cannot judge without %s', (_, facts, profile, reasons) => {
  expect(judgeVideo({ ...video, ...facts }, profile, asked)).toMatchObject({ faults: [], unjudged: reasons })
})

test('judges nothing else while the account is disconnected', () => {
  expect(judgeVideo({ ...video, caption: '', logo: { present: false }, disconnected: true }, undefined, asked)).toEqual({
    faults: ['account_disconnected'],
    unjudged: exclusionReasons.filter((reason) => reason !== 'account_disconnected'),
    logo: 'unknown',
  })
})

test('lists all faults in a fixed order, each with its fix', () => {
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
  const others = ['logo_absent', 'account_disconnected', 'not_human', 'removed_by_network']
  expect(faults).toEqual(exclusionReasons.filter((reason) => !others.includes(reason)))
  expect(faults.map(fixOf)).toEqual([
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

test('judges a logo box exactly as a pixel-by-pixel count would', () => {
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
