import { PageSkeleton } from '@reelfair/ui'
import { type Need, REMOTE_VERSION, type RemoteProps, useFirstReadsSettled } from '@reelfair/web-kit'
import { Guarded } from '../components/guarded.tsx'
import { NotFoundPage } from '../components/not-found-page.tsx'
import type { RemoteName } from './load-remote.ts'
import { RemoteApp } from './remote-app.tsx'
import { TermsNotice } from './terms-notice.tsx'

interface RemotePageProps extends Pick<RemoteProps, 'viewedBrandId'> {
  readonly need: Need
  readonly remote: RemoteName
}

export function RemotePage({ need, remote, viewedBrandId }: RemotePageProps) {
  const isReady = useFirstReadsSettled()
  return (
    <Guarded need={need}>
      {(me) => (
        <>
          {me.termsToAccept && <TermsNotice role={me.role} />}
          {/* Waits for the data, so that the first render is complete. */}
          {isReady ? (
            <RemoteApp key={remote} name={remote} version={REMOTE_VERSION} me={me} NotFound={NotFoundPage} viewedBrandId={viewedBrandId} />
          ) : (
            <PageSkeleton />
          )}
        </>
      )}
    </Guarded>
  )
}
