import { setServerClock } from '@reelfair/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { onServerDate } from './api/server-date.ts'
import { LiveUpdates } from './live/use-live.tsx'

onServerDate(setServerClock)

/** The router can be outside or inside this provider. */
export function WebKitProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <LiveUpdates>{children}</LiveUpdates>
    </QueryClientProvider>
  )
}
