import { ButtonLink, Frame, PageSkeleton, PageTitle, Wide } from '@reelfair/ui'
import { homeOf, Redirect, useLocation, usePage, useSession } from '@reelfair/web-kit'
import { useText } from '../messages/index.ts'
import { homePath } from './home-path.ts'

/**
 * Shown for unknown addresses, and for pages that the user may not see. Visitors go to the start page.
 * @source specification §2, "other"
 */
export function NotFoundPage() {
  const { t, locale } = useText()
  const session = useSession()
  const { pathname } = useLocation()
  usePage(t('not-found-title'))
  if (session.state === 'asking') return <PageSkeleton />
  if (session.state === 'absent') return <Redirect to="/" />
  return (
    <Wide as="main">
      <div className="shell-plain">
        <div>
          <PageTitle kicker={<span className="rf-mono">{pathname}</span>} title={t('not-found-title')} lead={t('not-found-lead')} />
          <ButtonLink look="filled" href={session.state === 'present' ? homeOf(session.me) : homePath(locale)}>
            {t('not-found-home')}
          </ButtonLink>
        </div>
        <div className="shell-plain-picture" aria-hidden="true">
          <Frame size="large" logo="absent" alt="" />
        </div>
      </div>
    </Wide>
  )
}
