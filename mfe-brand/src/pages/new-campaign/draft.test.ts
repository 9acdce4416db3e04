import { CampaignDraft } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { draftOf, type Entries, emptyEntries, faultsOf } from './draft.ts'

const full: Entries = { ...emptyEntries, name: ' Fridge door ', category: 'Food_Cooking', link: ' https://kefiro.example/spring ' }

test('what the form sends is what the contract takes', () => {
  expect(CampaignDraft.safeParse(draftOf(full)).error).toBeUndefined()
  expect(CampaignDraft.safeParse(draftOf({ ...full, language: 'de', duration: '1 month', network: 'tiktok' })).error).toBeUndefined()
  expect(draftOf(full)).toMatchObject({ name: 'Fridge door', link: 'https://kefiro.example/spring' })
})

test('an empty form names all that is missing, in the order of the fields, and sends nothing', () => {
  expect(faultsOf(emptyEntries)).toEqual(['name', 'category', 'link'])
  expect(draftOf(emptyEntries)).toBeUndefined()
})

test.each(['kefiro.example', 'javascript:alert(1)', 'ftp://kefiro.example', 'https://', 'https://localhost', 'a b'])(
  '%s is no link',
  (link) => {
    expect(faultsOf({ ...full, link })).toEqual(['link'])
  },
)

test('a name has 80 characters at most', () => {
  expect(faultsOf({ ...full, name: 'x'.repeat(80) })).toEqual([])
  expect(faultsOf({ ...full, name: 'x'.repeat(81) })).toEqual(['name'])
  expect(faultsOf({ ...full, name: '   ' })).toEqual(['name'])
})
