import type { Me } from '@reelfair/contracts'
import { ErrorPanel, PageSkeleton, Wide } from '@reelfair/ui'
import { accessTo, type Need, Redirect, useLocation, useSession } from '@reelfair/web-kit'
import type { ReactNode } from 'react'
import { useText } from '../messages/index.ts'
import { NotFoundPage } from './not-found-page.tsx'

/** Redirects users without access and explains why. Without a role, every signed-in user may see the page. */
export function Guarded({ need = {}, children }: { need?: Partial<Need>; children: (me: Me) => ReactNode }) {
  const { t } = useText()
  const { pathname, search, hash } = useLocation()
  const access = accessTo(need, useSession(), pathname + search + hash)
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
      return <Redirect to={access.to} state={{ notice: access.notice }} />
    case 'page':
      return children(access.me)
  }
}
