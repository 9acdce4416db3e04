import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { mayHaveMissed } from '../api/first-reads.ts'
import { useSession } from '../session/session.ts'
import { LiveConnection, type LiveState } from './connection.ts'

const LiveContext = createContext<LiveState>('off')

/** Subscribes to live updates while a user is signed in, and refetches the queries for each changed topic. */
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
        // A sign-in in another tab may have created a new session: treat the user as signed out until that is known.
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

/** State of the live stream: changes arrive through it while `live`, and by polling every 30 s while `paused`. */
export const useLiveState = (): LiveState => useContext(LiveContext)
