import { expect, test } from 'vitest'
import { type Account, verifyAccount, withStats } from './account.ts'

const at = new Date('2026-11-21T12:00:00Z')
const account: Account = {
  id: 'a-1',
  creatorId: 'c-1',
  network: 'youtube',
  username: 'lea.films',
  usernameKey: 'lea.films',
  status: 'verifying',
  createdAt: at,
}
const stats = { externalId: 'UC_lea', username: 'lea.films', followers: 100, averageViews: null, isPublic: true, ageRestricted: false }
const hidden = { ...stats, followers: null }

test('keeps the last known number of followers while the owner hides it', () => {
  const verified = verifyAccount(account, stats, at)
  expect(withStats(verified, hidden, at)).toMatchObject({ followers: 100, averageViews: null })
})

test('refuses to verify an account whose number of followers was never known', () => {
  expect(() => verifyAccount(account, hidden, at)).toThrow(expect.objectContaining({ code: 'verification_unreadable' }))
})
