import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { LiveUpdates } from './live/use-live.tsx'

/** Data and live updates for everything below. A router goes around it or inside it, as the app likes. */
export function WebKitProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <LiveUpdates>{children}</LiveUpdates>
    </QueryClientProvider>
  )
}
