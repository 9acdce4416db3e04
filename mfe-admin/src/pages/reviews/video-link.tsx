import { DELETED_LINK } from '@reelfair/contracts/deleted'
import { useText } from '../../messages/index.ts'

export function VideoLink({ url, children }: { url: string; children: string }) {
  const { t } = useText()
  // A deleted creator's links are erased.
  if (url === DELETED_LINK) return <>{children}</>
  return (
    <a className="rf-link" href={url} target="_blank" rel="noreferrer">
      {children} <span className="rf-hidden">{t('review-new-tab')}</span>
    </a>
  )
}
