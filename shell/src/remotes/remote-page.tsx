import type { Role } from '@reelfair/contracts'
import { ErrorPanel, PageSkeleton, Wide } from '@reelfair/ui'
import { accessTo, Navigate, REMOTE_VERSION, useFirstReadsSettled, useLocation, useSession } from '@reelfair/web-kit'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { useText } from '../messages/index.ts'
import { RemoteApp } from './remote-app.tsx'

/** Redirects users without access and explains why. */
export function RemotePage({ of: role, complete = false }: { of: Role; complete?: boolean }) {
  const { t } = useText()
  const { pathname, search } = useLocation()
  const isReady = useFirstReadsSettled()
  const access = accessTo({ role, complete }, useSession(), pathname + search)
  switch (access.show) {
    case 'waiting':
      return <PageSkeleton />
    case 'failure':
      return (
        <Wide as="main">
          <div className="shell-plain">
            <ErrorPanel title={t('session-unknown')} error={access.error} onRetry={access.retry} />
          </div>
        </Wide>
      )
    case 'not-found':
      return <NotFoundPage />
    case 'elsewhere':
      return <Navigate to={access.to} replace state={{ notice: access.notice }} />
    case 'page':
      // Waits for the data, so that the first render is complete.
      if (!isReady) return <PageSkeleton />
      return <RemoteApp key={role} name={role} version={REMOTE_VERSION} me={access.me} NotFound={NotFoundPage} />
  }
}
