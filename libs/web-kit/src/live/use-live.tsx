import type { LiveTopic } from '@reelfair/contracts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { discardFirstReads, mayHaveMissed } from '../api/first-reads.ts'
import { useSession } from '../session/session.ts'
import { LiveConnection, type LiveState } from './connection.ts'

const LiveContext = createContext<LiveState>('off')

/** Also covers data that is still being loaded, because its response may be older than the change. */
async function refetch(client: QueryClient, queryKey: readonly LiveTopic[]): Promise<void> {
  discardFirstReads()
  // TanStack Query ignores the invalidation of a query until its first response.
  const loading = client.getQueryCache().findAll({ queryKey, predicate: ({ state }) => state.status === 'pending' })
  await client.invalidateQueries({ queryKey })
  await Promise.all(loading.map((query) => client.invalidateQueries({ queryKey: query.queryKey, exact: true })))
}

/** Refetches the queries of each changed topic while a user is signed in. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const [live] = useState(
    () =>
      new LiveConnection({
        url: '/api/live',
        onChanged: (topic) => void refetch(client, [topic]),
        onMissed: () => void refetch(client, []),
        mayHaveMissed,
        // Another tab may have started a new session. Until the session is known, treat the user as signed out.
        onSessionEnded: () => {
          setEnding(true)
          void client.invalidateQueries({ queryKey: ['session'] }).finally(() => setEnding(false))
        },
      }),
  )
  const session = useSession()
  const userId = session.state === 'present' && !isEnding ? session.me.id : undefined
  useEffect(() => {
    if (userId === undefined) return
    live.start()
    return live.stop
  }, [live, userId])
  return <LiveContext value={useSyncExternalStore(live.subscribe, live.state)}>{children}</LiveContext>
}

export const useLiveState = (): LiveState => useContext(LiveContext)
