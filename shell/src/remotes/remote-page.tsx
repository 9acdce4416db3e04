import type { Role } from '@reelfair/contracts'
import { PageSkeleton } from '@reelfair/ui'
import { REMOTE_VERSION, useFirstReadsSettled } from '@reelfair/web-kit'
import { Guarded } from '../components/guarded.tsx'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { RemoteApp } from './remote-app.tsx'

export function RemotePage({ of: role, complete = false }: { of: Role; complete?: boolean }) {
  const isReady = useFirstReadsSettled()
  return (
    <Guarded need={{ role, complete }}>
      {(me) =>
        // Waits for the data, so that the first render is complete.
        isReady ? <RemoteApp key={role} name={role} version={REMOTE_VERSION} me={me} NotFound={NotFoundPage} /> : <PageSkeleton />
      }
    </Guarded>
  )
}
