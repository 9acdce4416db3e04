import { VIEWS_GOAL } from '@reelfair/contracts/values'
import { Button, ErrorLine, ErrorText, ForwardLink, formatCount, LoadError, NextStep, SkeletonText, TextLink } from '@reelfair/ui'
import { ApiError, sentenceOfField } from '@reelfair/web-kit'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useCredits } from '../../components/queries.ts'
import { Cost, purchaseUrl } from './cost.tsx'
import type { Entries } from './entries.ts'
import { useText } from './messages/index.ts'
import { pathOf, type StepName } from './steps.ts'

const stepOfField: Readonly<Record<string, StepName>> = {
  name: 'goal',
  category: 'goal',
  viewsGoal: 'goal',
  duration: 'goal',
  network: 'audience',
  language: 'audience',
  zones: 'audience',
  mediaId: 'media',
  link: 'link',
}

export function PaymentStep({ entries, error, set }: { entries: Entries; error: unknown; set: (change: Partial<Entries>) => void }) {
  const { t, locale } = useText()
  const credits = useCredits()
  const views = entries.viewsGoal ?? 0
  if (credits.isPending) return <SkeletonText lines={4} />
  if (!credits.data) return <LoadError title={t('credits-failed')} query={credits} />
  const { available } = credits.data
  const missing = views - available
  const affordable = Math.floor(available / VIEWS_GOAL.step) * VIEWS_GOAL.step
  const count = (figure: number) => formatCount(figure, locale)
  return (
    <div className="brand-columns">
      <div className="brand-pay">
        {missing > 0 ? (
          <NextStep
            sentence={t('new-pay-short', { count: missing, missing: count(missing) })}
            consequence={t('new-pay-short-note')}
            action={<ForwardLink href={purchaseUrl(missing)}>{t('cost-buy', { count: missing, missing: count(missing) })}</ForwardLink>}
          />
        ) : (
          <NextStep icon={ShieldCheck} sentence={t('new-pay-ready', { views: count(views) })} consequence={t('new-pay-ready-note')} />
        )}
        {missing > 0 && affordable >= VIEWS_GOAL.min && (
          <p className="brand-pay-lower">
            <Button look="quiet" onClick={() => set({ viewsGoal: affordable })}>
              {t('new-pay-lower', { views: count(affordable) })}
            </Button>
          </p>
        )}
        <ul className="brand-then">
          <li>{t('new-pay-held')}</li>
          <li>{t('new-pay-charged')}</li>
          <li>{t('new-pay-back')}</li>
        </ul>
        <Refusal error={error} />
      </div>
      <Cost entries={entries} buys={false} />
    </div>
  )
}

function Refusal({ error }: { error: unknown }) {
  const { t, locale } = useText()
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <div role="alert">
        <ErrorLine>
          {t('new-logo-gone')} <TextLink href={pathOf('media')}>{t('new-logo-again')}</TextLink>
        </ErrorLine>
      </div>
    )
  }
  const fields = error instanceof ApiError ? Object.keys(error.fields) : []
  return (
    <div>
      <ErrorText error={error ?? undefined} />
      <ul className="brand-then">
        {fields.map((field) => (
          <li key={field}>
            {sentenceOfField(error, field, locale, t('new-field-error'))}{' '}
            <TextLink href={`${pathOf(stepOfField[field.split('.')[0] ?? ''] ?? 'goal')}?from=summary`}>{t('new-change')}</TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
