/**
 * A code that is put into a video's description after a reading saw the video without it: a fault that is mended, and views count from the next reading on.
 * Pure. @source decisions §5
 */
import type { NetworkVideo } from '@reelfair/contracts'
import type { Assignment } from './assignment.ts'
import { hasCode } from './find-in-text.ts'

/** Of one sign-up: more than an account publishes in a campaign's time. */
export const MOST_REMEMBERED = 500

/**
 * Remembers the videos that this reading shows without the sign-up's code. One that is not listed stays remembered, or hiding it for a night would be enough.
 * @param known the network's ids of the sign-up's videos: once one is found, its own readings tell its faults
 * @param taken codes that sign-ups have, as `hasCode` needs them
 * @returns the same sign-up when nothing is new
 */
export function rememberWithoutCode<A extends Assignment>(
  assignment: A,
  listed: readonly NetworkVideo[],
  known: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): A {
  const { code, signedUpAt, endsAt, withoutCode: before = [] } = assignment
  // What was published before or after the sign-up's time never counts anyhow.
  const shown = listed.filter(
    ({ caption, publishedAt }) => publishedAt >= signedUpAt && publishedAt < endsAt && !hasCode(caption, code, taken),
  )
  const all = new Set([...before, ...shown.map(({ id }) => id)])
  const after = [...all].filter((id) => !known.has(id)).slice(0, MOST_REMEMBERED)
  const isSame = after.length === before.length && after.every((id, index) => id === before[index])
  return isSame ? assignment : { ...assignment, withoutCode: after.length > 0 ? after : undefined }
}

/**
 * Whether a video that carries the code now was seen without it: by a reading of this sign-up, or of another one that counted it by its own code.
 * @param ofOthers the network's ids of the videos of the creator's other sign-ups
 */
export const wasSeenWithoutCode = (
  id: string,
  { withoutCode = [] }: Pick<Assignment, 'withoutCode'>,
  ofOthers: ReadonlySet<string>,
): boolean => withoutCode.includes(id) || ofOthers.has(id)
