import { CampaignDraft, type Media, WizardDraft } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { campaignOf, draftOf, type Entries, emptyEntries, entriesOf, faultsAt, faultsOf, furthestOf, resumeAt } from './entries.ts'

const media: Media = {
  id: '0b9a1f0e-6a2b-4c3d-8e4f-5a6b7c8d9e0f',
  kind: 'image',
  type: 'image/png',
  bytes: 9_000,
  width: 1072,
  height: 250,
  createdAt: '2026-11-21T10:00:00.000Z',
}
const full: Entries = {
  ...emptyEntries,
  name: ' Winter breakfast ',
  category: 'Food_Cooking',
  media,
  link: ' https://kefiro.example/winter ',
}

test('builds a campaign request that the contract accepts', () => {
  expect(CampaignDraft.safeParse(campaignOf(full)).error).toBeUndefined()
  const all: Entries = { ...full, language: 'de', zones: ['EU', 'US'], duration: '1 month', network: 'tiktok', viewsGoal: 500_000 }
  expect(CampaignDraft.safeParse(campaignOf(all)).error).toBeUndefined()
  expect(campaignOf(full)).toMatchObject({ name: 'Winter breakfast', link: 'https://kefiro.example/winter', mediaId: media.id, zones: [] })
})

test('lists an empty wizard’s missing entries in step order instead of building a request', () => {
  expect(faultsOf(emptyEntries)).toEqual(['name', 'category_required', 'media_required', 'link_required'])
  expect(campaignOf(emptyEntries)).toBeUndefined()
  expect(faultsAt(emptyEntries, 'goal')).toEqual(['name', 'category_required'])
  expect(faultsAt(emptyEntries, 'audience')).toEqual([])
})

test.each([
  'kefiro.example',
  'javascript:alert(1)',
  'ftp://kefiro.example',
  'https://',
  'https://localhost',
  `https://a.example/${'x'.repeat(2_000)}`,
])('rejects %s as an invalid link', (link) => {
  expect(faultsOf({ ...full, link })).toEqual(['link_invalid'])
})

test.each(['https://kefiro.example@evil.example', 'https://kefiro.example\\@evil.example', 'https://kefiro\u200b.example'])(
  'rejects %s because it hides its target',
  (link) => expect(faultsOf({ ...full, link })).toEqual(['link_unsafe']),
)

test('measures the length of a name in grapheme clusters', () => {
  expect(faultsOf({ ...full, name: '👩‍👩‍👧'.repeat(80) })).toEqual([])
  expect(faultsOf({ ...full, name: '👩‍👩‍👧'.repeat(81) })).toEqual(['name'])
})

test.each([
  [999, false],
  [1_000, true],
  [1_500, false],
  [500_000, true],
  [501_000, false],
  [undefined, false],
  [Number.NaN, false],
])('validates a goal of %s views (valid: %s)', (viewsGoal, isValid) => {
  expect(faultsOf({ ...full, viewsGoal })).toEqual(isValid ? [] : ['views_goal_invalid'])
})

test('requires a name of 1 to 80 characters', () => {
  expect(faultsOf({ ...full, name: 'x'.repeat(80) })).toEqual([])
  expect(faultsOf({ ...full, name: 'x'.repeat(81) })).toEqual(['name'])
  expect(faultsOf({ ...full, name: '   ' })).toEqual(['name'])
})

test('does not open steps after the first invalid one', () => {
  expect(furthestOf(emptyEntries)).toBe('goal')
  expect(furthestOf({ ...full, media: undefined })).toBe('media')
  expect(furthestOf({ ...full, link: 'https:/' })).toBe('link')
  expect(furthestOf(full)).toBe('payment')
  expect(resumeAt(6, full)).toBe('payment')
  expect(resumeAt(2, full)).toBe('audience')
  expect(resumeAt(7, full)).toBe('payment')
  expect(resumeAt(5, { ...full, media: undefined })).toBe('media')
})

test.each<Entries>([
  emptyEntries,
  full,
  { ...full, name: 'x'.repeat(200), viewsGoal: Number.NaN, link: 'y'.repeat(3_000) },
  { ...full, viewsGoal: -1 },
])('builds a valid draft from any entries (%#)', (entries) => {
  expect(WizardDraft.safeParse(draftOf(entries, 'link')).error).toBeUndefined()
})

test('restores the entries from a saved draft', () => {
  const entries: Entries = { ...full, language: 'it', zones: ['APAC'], viewsGoal: 1_234 }
  const { mediaId, ...kept } = draftOf(entries, 'link')
  expect(mediaId).toBe(media.id)
  expect(entriesOf({ ...kept, media, savedAt: media.createdAt })).toEqual(entries)
  expect(entriesOf(undefined)).toEqual(emptyEntries)
})
