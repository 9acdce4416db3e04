import { handleOf } from '@reelfair/contracts/deleted'
import { earnedCents, payOfTiers } from '@reelfair/rules'
import { formatCents, formatCount, LoadError, SkeletonBlock, TextLink, TierTable } from '@reelfair/ui'
import { usePublicSettings } from '@reelfair/web-kit'
import { CreditSum } from '../offer/credit-sum.tsx'
import { useCredits } from '../queries.ts'
import { useText } from './messages/index.ts'

/** The credits that will be held, the creator's pay by the rate card in force, and the terms. */
export function InviteSummary({ username, views }: { username: string; views: number | undefined }) {
  const { t, locale } = useText()
  const available = useCredits().data?.available
  const missing = available === undefined || views === undefined ? 0 : Math.max(0, views - available)
  const count = (figure: number) => formatCount(figure, locale)
  return (
    <section className="brand-invite-summary" aria-label={t('invite-summary')}>
      <h3>{t('invite-credits')}</h3>
      <CreditSum views={views} label={t('invite-held')} />
      {missing > 0 && (
        <p>
          {t('invite-short')}{' '}
          <TextLink href={`/brand-dashboard/purchase?missing=${missing}`}>
            {t('cost-buy', { count: missing, missing: count(missing) })}
          </TextLink>
        </p>
      )}
      <p className="rf-note">{t('invite-held-note')}</p>
      <h3>{t('invite-pay', { username: handleOf(username) })}</h3>
      <Pay username={username} views={views} />
      <h3>{t('invite-terms')}</h3>
      <p className="rf-note">
        {t('invite-terms-text')}
        <br />
        <TextLink href="/terms#partnerships" target="_blank" rel="noopener">
          {t('invite-terms-link')}
        </TextLink>
        <br />
        <TextLink href="/terms#campaign-legal" target="_blank" rel="noopener">
          {t('invite-terms-campaigns')}
        </TextLink>
      </p>
    </section>
  )
}

function Pay({ username, views }: { username: string; views: number | undefined }) {
  const { t, locale } = useText()
  const settings = usePublicSettings()
  if (settings.isPending) return <SkeletonBlock height={200} />
  if (!settings.data) return <LoadError title={t('invite-rate-failed')} query={settings} />
  if (views === undefined) return <p className="rf-note">{t('invite-pay-unknown')}</p>
  const rate = settings.data.rateCard.partnershipCentsPer1000
  return (
    <>
      <TierTable
        tiers={payOfTiers(views, earnedCents(views, rate)).toReversed()}
        payLabel={t('invite-pay-column')}
        label={t('invite-pay', { username: handleOf(username) })}
      />
      <p className="rf-note">{t('invite-pay-note', { rate: formatCents(rate, locale) })}</p>
    </>
  )
}
