import type { Campaign, DraftInput } from '@reelfair/contracts'
import {
  Button,
  ErrorText,
  ForwardLink,
  formatCount,
  formatDateTime,
  type JobStep,
  LoadError,
  NextStep,
  SkeletonText,
  StepList,
} from '@reelfair/ui'
import { useNavigate, useRead, useWrite } from '@reelfair/web-kit'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Clock from 'lucide-react/icons/clock'
import { purchaseUrl } from './cost.tsx'
import { useText } from './messages/index.ts'
import { indexOf, pathOf } from './steps.ts'

/** The page also polls, because it can miss a live update that is sent before the stream is connected. */
const POLL_EVERY_MS = 3_000

/** Removes asterisks, because NextStep highlights text between them. */
const plain = (name: string) => name.replaceAll('*', '')

const pollMs = ({ status }: Campaign) => status === 'funding' && POLL_EVERY_MS

export const useRequestedCampaign = (campaignId: string) =>
  useRead('campaigns', '/campaigns/campaigns/:campaignId', { campaignId }, { pollMs })

export function DoneStep({ campaign }: { campaign: ReturnType<typeof useRequestedCampaign> }) {
  const { t, locale } = useText()
  if (campaign.isPending) return <SkeletonText lines={4} />
  if (!campaign.data) return <LoadError title={t('new-done-failed')} query={campaign} />
  const { data } = campaign
  const views = formatCount(data.viewsGoal, locale)
  const isRefused = data.missingViews !== undefined
  const isOpen = !isRefused && data.status !== 'funding'
  const steps: JobStep[] = [
    { label: t('new-done-asked'), state: 'done' },
    { label: t('new-done-held', { views }), state: isRefused ? 'failed' : isOpen ? 'done' : 'running' },
    { label: t('new-done-open'), state: isOpen ? 'done' : 'waiting' },
  ]
  return (
    <div className="brand-done">
      <div aria-live="polite">
        {isRefused ? (
          <Short campaign={data} missing={data.missingViews ?? 0} />
        ) : isOpen ? (
          <NextStep
            sentence={t('new-done-runs', { name: plain(data.name) })}
            consequence={data.endsAt && t('new-done-runs-note', { at: formatDateTime(data.endsAt, locale, { weekday: 'short' }) })}
            icon={Clock}
            action={<ForwardLink href="/brand-dashboard">{t('new-done-see')}</ForwardLink>}
          />
        ) : (
          <NextStep sentence={t('next-funding', { name: plain(data.name) })} consequence={t('next-funding-note')} icon={Clock} />
        )}
      </div>
      <StepList label={t('new-step-done')} steps={steps} />
    </div>
  )
}

/** Shown if the balance is too low to start the campaign. The entries become a draft again. */
function Short({ campaign, missing }: { campaign: Campaign; missing: number }) {
  const { t, locale } = useText()
  const navigate = useNavigate()
  const count = formatCount(missing, locale)
  const { name, viewsGoal, category, language, zones, network, link, duration, logo } = campaign
  const draft: DraftInput = {
    step: indexOf('payment') + 1,
    ...{ name, viewsGoal, category, zones, network, link, duration },
    ...(language && { language }),
    mediaId: logo.mediaId,
    // Do not overwrite a draft that was started in the meantime.
    basedOn: null,
  }
  const options = { changes: ['campaigns'] } as const
  const buy = useWrite('PUT', '/campaigns/drafts/current', {
    ...options,
    onDone: () => void navigate(purchaseUrl(missing)),
  })
  const again = useWrite('PUT', '/campaigns/drafts/current', {
    ...options,
    onDone: () => void navigate(pathOf('payment')),
  })
  return (
    <>
      <NextStep
        sentence={t('new-done-short', { missing: count })}
        consequence={t('new-done-short-note')}
        action={
          <Button look="filled" iconAfter={ArrowRight} busy={buy.isPending} onClick={() => buy.mutate(draft)}>
            {t('cost-buy', { count: missing, missing: count })}
          </Button>
        }
      />
      <p className="brand-pay-lower">
        <Button look="quiet" busy={again.isPending} onClick={() => again.mutate(draft)}>
          {t('new-done-again')}
        </Button>
      </p>
      <ErrorText error={buy.error ?? again.error} />
    </>
  )
}
