import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { mayHaveMissed } from '../api/first-reads.ts'
import { useSession } from '../session/session.ts'
import { createLiveConnection, type LiveState } from './connection.ts'

const LiveContext = createContext<LiveState>('off')

/** Listens while someone is signed in, and has every query asked again whose topic changed. */
export function LiveUpdates({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const [live] = useState(() =>
    createLiveConnection({
      url: '/api/live',
      onChanged: (topic) => void client.invalidateQueries({ queryKey: [topic] }),
      onMissed: () => void client.invalidateQueries(),
      mayHaveMissed,
      // The same person may have a new session already, by a sign-in in another tab: nobody counts as there until that is known.
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

/** Whether changes arrive by themselves: `live`, or `paused` while the screens ask every 30 s. */
export const useLiveState = (): LiveState => useContext(LiveContext)
