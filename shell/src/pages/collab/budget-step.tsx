import { MAX_COLLAB_VIEWS, PACKAGE_NAMES } from '@reelfair/rules'
import { Button, Emphasis, ErrorLine, formatCents, formatCount, Icon, Slider } from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Lock from 'lucide-react/icons/lock'
import { EstimateSum } from './estimate-sum.tsx'
import { useText } from './messages/index.ts'
import { BUDGET, type Offer } from './offer.ts'
import type { Gate } from './use-gate.ts'

interface BudgetStepProps {
  readonly offer: Offer
  readonly budget: number
  readonly averageViews: number | null
  readonly gate: Gate
  readonly onBudget: (budget: number) => void
  readonly onNext: () => void
}

export function BudgetStep({ offer, budget, averageViews, gate, onBudget, onNext }: BudgetStepProps) {
  const { t, locale } = useText()
  const shown = formatCents(offer.budgetCents, locale, 0)
  const isTooSmall = offer.payCents < 1
  return (
    <>
      <div className="collab-budget">
        <div>
          <BudgetSlider offer={offer} budget={budget} onBudget={onBudget} />
          {offer.videos !== undefined && averageViews !== null && (
            <p className="collab-videos">
              <Emphasis
                as="strong"
                text={t('budget-videos', {
                  count: offer.videos,
                  videos: formatCount(offer.videos, locale),
                  average: formatCount(averageViews, locale),
                })}
              />
            </p>
          )}
          <p className="rf-note">
            {offer.package
              ? t('budget-package', {
                  budget: shown,
                  package: PACKAGE_NAMES[offer.package.id],
                  credits: formatCount(offer.package.credits, locale),
                  price: formatCents(offer.package.priceCents, locale, offer.package.priceCents % 100 === 0 ? 0 : 2),
                })
              : t('budget-only', { budget: shown })}
          </p>
        </div>
        <EstimateSum offer={offer} />
      </div>
      <div className="collab-foot">
        {isTooSmall ? (
          <ErrorLine>{t('budget-small')}</ErrorLine>
        ) : (
          <p>
            {gate.isBrand ? (
              t('next', { step: t('media-title') })
            ) : (
              <>
                <Icon of={Lock} />
                <span>
                  <Emphasis as="strong" text={t(gate.isOtherRole ? 'only-brands-other' : 'only-brands', { budget: shown })} />
                </span>
              </>
            )}
          </p>
        )}
        <Button
          look="filled"
          size="large"
          iconAfter={ArrowRight}
          busy={gate.isBusy}
          aria-disabled={isTooSmall}
          onClick={() => !isTooSmall && gate.pass(onNext)}
        >
          {t(gate.isBrand ? 'continue' : 'continue-brand')}
        </Button>
      </div>
    </>
  )
}

/** Beyond the highest goal, the track is dashed. */
function BudgetSlider({ offer: { capCents, budgetCents }, budget, onBudget }: Pick<BudgetStepProps, 'offer' | 'budget' | 'onBudget'>) {
  const { t, locale } = useText()
  const euros = (cents: number) => formatCents(cents, locale, cents % 100 === 0 ? 0 : 2)
  const range = (BUDGET.max - BUDGET.min) * 100
  const cap = capCents === undefined ? 100 : Math.max(0, ((capCents - BUDGET.min * 100) / range) * 100)
  return (
    <div className="collab-slider" style={{ ['--cap' as string]: `${cap}%` }}>
      <Slider
        label={t('budget')}
        min={BUDGET.min}
        max={BUDGET.max}
        step={BUDGET.step}
        value={budget}
        onValue={onBudget}
        text={euros(budgetCents)}
      />
      <p className="collab-scale" aria-hidden="true">
        <span>{euros(BUDGET.min * 100)}</span>
        <span>{euros(BUDGET.max * 100)}</span>
      </p>
      {capCents !== undefined && (
        <p className="collab-cap">{t('budget-cap', { budget: euros(capCents), views: formatCount(MAX_COLLAB_VIEWS, locale) })}</p>
      )}
    </div>
  )
}
