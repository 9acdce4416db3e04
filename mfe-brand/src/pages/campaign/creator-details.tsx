import type { Campaign, RegisteredCreator } from '@reelfair/contracts'
import { handleOf } from '@reelfair/contracts/deleted'
import { SignUpReceipt } from '@reelfair/web-kit/receipt'
import { Expander } from '../../components/creators/expander.tsx'
import { useReviewsOf } from '../../components/queries.ts'
import { ReviewList } from '../../components/reviews/review-list.tsx'
import { useText } from '../../messages/index.ts'
import { ViewsOverTime } from './views-over-time.tsx'

export function CreatorDetails({ creator: { id, username }, campaign }: { creator: RegisteredCreator; campaign: Campaign }) {
  const { t } = useText()
  const decided = useReviewsOf(id).items?.filter(({ decision }) => decision) ?? []
  return (
    <div className="brand-creator-more">
      {decided.length > 0 && (
        <Expander title={<strong>{t('reviews-decided')}</strong>} aside={<span className="rf-note">{decided.length}</span>}>
          {() => <ReviewList reviews={decided} nameOf={() => campaign.name} />}
        </Expander>
      )}
      <Expander title={<strong>{t('chart-title')}</strong>}>
        {() => <ViewsOverTime signUpIds={[id]} label={t('chart-of-creator', { username: handleOf(username) })} />}
      </Expander>
      <Expander title={<strong>{t('receipt')}</strong>}>{() => <SignUpReceipt signUpId={id} unit="credits" />}</Expander>
    </div>
  )
}
