/**
 * Keeps a history of what a partnership asks of the account: the link in the bio, and an account that everyone can see.
 * @source specification §3: creator_account_compliance
 */
import { businessDayOf } from '@reelfair/rules'
import { type Assignment, type Compliance, MAX_DAYS } from './assignment.ts'
import { hasLink } from './find-in-text.ts'
import type { JudgedAccount } from './judge-video.ts'

const UNKNOWN = { linkOk: null, isPublic: null, ageRestricted: null } as const

/**
 * Keeps one line per business day: the latest reading that found the account, or else an unknown one.
 * @returns the same assignment if nothing changed, which is always so for campaigns
 */
export function rememberCompliance<A extends Assignment>(assignment: A, account: JudgedAccount | undefined, at: Date): A {
  if (assignment.subject !== 'partnership') return assignment
  const { compliance = [], link } = assignment
  const day = businessDayOf(at)
  if (!account && compliance.some((one) => one.day === day)) return assignment
  const { isPublic, ageRestricted } = account ?? UNKNOWN
  const line: Compliance = { day, linkOk: account ? hasLink(account, link) : null, isPublic, ageRestricted, at }
  return { ...assignment, compliance: [...compliance.filter((one) => one.day !== day), line].slice(-MAX_DAYS) }
}
