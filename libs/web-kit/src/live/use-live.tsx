import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { mayHaveMissed } from '../api/first-reads.ts'
import { useSession } from '../session/session.ts'
import { LiveConnection, type LiveState } from './connection.ts'

const LiveContext = createContext<LiveState>('off')

/** Refetches the queries of each changed topic while a user is signed in. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const [live] = useState(
    () =>
      new LiveConnection({
        url: '/api/live',
        onChanged: (topic) => void client.invalidateQueries({ queryKey: [topic] }),
        onMissed: () => void client.invalidateQueries(),
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
