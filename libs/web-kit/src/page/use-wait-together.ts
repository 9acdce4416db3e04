import { useEffect, useState } from 'react'

/** Maximum wait for responses. After that, each part that is still loading shows its own skeleton. */
const MAX_WAIT_MS = 4_000

/**
 * Whether the page should still show its skeleton. Use this hook for responses that determine which parts a page has,
 * because a late part would shift the others.
 * @example if (useWaitTogether([accounts, balance])) return <PageSkeleton />
 */
export function useWaitTogether(answers: readonly { readonly isPending: boolean }[]): boolean {
  const isPending = answers.some((answer) => answer.isPending)
  const [isOver, setOver] = useState(!isPending)
  if (!isPending && !isOver) setOver(true)
  useEffect(() => {
    if (isOver) return
    const timer = setTimeout(() => setOver(true), MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isOver])
  return isPending && !isOver
}
