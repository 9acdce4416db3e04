import type { Review } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { MIN_LOGO_PERCENT } from '@reelfair/rules'
import { formatCount, formatDateTime, formatPercent, showToast } from '@reelfair/ui'
import { ConfirmDialog, RichProvider } from '@reelfair/ui/rich'
import { useWrite } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'
import { VideoLink } from '../creators/video-link.tsx'

interface ApproveDialogProps {
  readonly review: Review
  readonly subjectName: string | undefined
  readonly username: string
  readonly onClose: () => void
}

export function ApproveDialog({ review, subjectName, username, onClose }: ApproveDialogProps) {
  const { t, locale } = useText()
  const views = formatCount(review.views, locale)
  const approve = useWrite('POST', '/metrics/reviews/:reviewId/approval', {
    changes: ['reviews', 'campaigns', 'partnerships'],
    onDone: () => {
      showToast(t('logo-done', { views }), { kind: 'done' })
      onClose()
    },
  })
  return (
    <RichProvider>
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('logo-ask')}
        confirm={t('logo-yes')}
        cancel={t('logo-later')}
        busy={approve.isPending}
        error={approve.error}
        onConfirm={() => approve.mutate({ reviewId: review.id })}
      >
        <div className="brand-ask">
          <p>
            <bdi>{handleOf(username)}</bdi>
            {subjectName && (
              <>
                {', '}
                <bdi>{subjectName}</bdi>
              </>
            )}
          </p>
          <p>
            <VideoLink url={review.url}>{t('logo-open-video', { network: NETWORK_NAMES[review.network] })}</VideoLink>
          </p>
          <p>{t('logo-rule', { share: formatPercent(MIN_LOGO_PERCENT / 100, locale) })}</p>
          <p className="rf-note">{t('logo-default', { views, at: formatDateTime(review.decideBy, locale, { weekday: 'short' }) })}</p>
        </div>
      </ConfirmDialog>
    </RichProvider>
  )
}
