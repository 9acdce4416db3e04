/**
 * Handles codes that a creator adds to a caption after a reading saw the video without its code. As with any fixed
 * fault, views count only from the next reading onwards.
 * @source decisions §5
 */
import type { NetworkVideo } from '@reelfair/contracts'
import type { Assignment } from './assignment.ts'
import { hasCode } from './find-in-text.ts'

/** Maximum per sign-up; an account publishes fewer videos during a campaign or partnership. */
export const MAX_REMEMBERED = 500

/**
 * Remembers the videos that this reading saw without the sign-up's code. Videos that are no longer listed are also
 * kept. Otherwise, a creator could hide a video for one night to have all its views counted.
 * @param known network ids of the videos already found for the sign-up; their readings record their faults
 * @param taken codes of existing sign-ups, as `hasCode` requires
 * @returns the same sign-up if nothing is new
 */
export function rememberWithoutCode<A extends Assignment>(
  assignment: A,
  listed: readonly NetworkVideo[],
  known: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): A {
  const { code, signedUpAt, endsAt, withoutCode: before = [] } = assignment
  // Videos published before or after the sign-up's period never count.
  const shown = listed.filter(
    ({ caption, publishedAt }) => publishedAt >= signedUpAt && publishedAt < endsAt && !hasCode(caption, code, taken),
  )
  const all = new Set([...before, ...shown.map(({ id }) => id)])
  const after = [...all].filter((id) => !known.has(id)).slice(0, MAX_REMEMBERED)
  const isSame = after.length === before.length && after.every((id, index) => id === before[index])
  return isSame ? assignment : { ...assignment, withoutCode: after.length > 0 ? after : undefined }
}

/**
 * Whether an earlier reading of this sign-up saw the video without the code, or another sign-up found the video by its
 * own code.
 * @param ofOthers network ids of the videos of the creator's other sign-ups
 */
export const wasSeenWithoutCode = (
  id: string,
  { withoutCode = [] }: Pick<Assignment, 'withoutCode'>,
  ofOthers: ReadonlySet<string>,
): boolean => withoutCode.includes(id) || ofOthers.has(id)
