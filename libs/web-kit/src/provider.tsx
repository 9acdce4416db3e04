import { setServerClock } from '@reelfair/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { serverDate } from './api/client.ts'
import { createQueryClient } from './api/query-client.ts'
import { LiveUpdates } from './live/use-live.tsx'

serverDate.receive = setServerClock

/** The router can be outside or inside this provider. */
export function WebKitProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <LiveUpdates>{children}</LiveUpdates>
    </QueryClientProvider>
  )
}
