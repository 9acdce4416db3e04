import { ButtonLink, PageTitle, Wide } from '@reelfair/ui'
import { homeOf, usePage, useSession } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

/** An address that leads nowhere, or to something that is not for whoever asks. */
export function NotFoundPage() {
  const { t } = useText()
  const session = useSession()
  usePage(t('not-found-title'))
  return (
    <Wide as="main">
      <div className="shell-plain">
        <PageTitle title={t('not-found-title')} lead={t('not-found-lead')} />
        <ButtonLink href={session.state === 'present' ? homeOf(session.me) : '/'}>{t('not-found-home')}</ButtonLink>
      </div>
    </Wide>
  )
}
