/**
 * Those who are about to write the same document go one after the other, in the order in which they came. The database would let one of them through and
 * break off the others again and again: a crowd then does most of its work for nothing, and some come to no end in time. Across processes it is still the
 * database that decides; this only keeps the crowd of one process from getting into its own way.
 */
import { refuse } from '@reelfair/contracts'

/** Who stands behind so many would wait for longer than anybody looks at a screen. */
const LONGEST = 1_000

interface Line {
  length: number
  last: Promise<unknown>
}

const lines = new Map<string, Line>()

/** Runs `work` after all that came before it for the same `key`. @throws Refusal `unavailable` when the line is too long, and what `work` throws */
export async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { length: 0, last: Promise.resolve() }
  if (line.length >= LONGEST) refuse('unavailable')
  lines.set(key, line)
  line.length += 1
  const mine = line.last.then(work)
  line.last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    line.length -= 1
    if (line.length === 0) lines.delete(key)
  }
}
