import { useEffect, useState } from 'react'

/** A part that takes longer than the others shows its own skeleton. */
const LONGEST_WAIT_MS = 4_000

/**
 * Whether a page should show its skeleton, for answers that decide which parts it has: one that came later would push the others away.
 * @example if (useWaitTogether([accounts, balance])) return <PageSkeleton />
 */
export function useWaitTogether(answers: readonly { readonly isPending: boolean }[]): boolean {
  const isPending = answers.some((answer) => answer.isPending)
  const [isOver, setOver] = useState(!isPending)
  useEffect(() => {
    if (!isPending) return setOver(true)
    const timer = setTimeout(() => setOver(true), LONGEST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isPending])
  return isPending && !isOver
}
