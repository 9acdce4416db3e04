import type { FoundCreator } from '@reelfair/contracts'
import { NETWORK_NAMES } from '@reelfair/contracts/values'
import { earnedCents } from '@reelfair/rules'
import { Button, ButtonLink, formatCents, formatCount } from '@reelfair/ui'
import { usePublicSettings } from '@reelfair/web-kit'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { useCredits } from '../../components/queries.ts'
import { CreatorFrame } from './creator-row.tsx'
import { useText } from './messages/index.ts'

interface SelectionBarProps {
  readonly creator: FoundCreator
  readonly goal: number
  readonly onDeselect: () => void
  readonly onInvite: () => void
}

/** Shows the cost of an invitation before anything is sent. */
export function SelectionBar({ creator, goal, onDeselect, onInvite }: SelectionBarProps) {
  const { t, locale } = useText()
  const available = useCredits().data?.available
  const rate = usePublicSettings().data?.rateCard.partnershipCentsPer1000
  const missing = available === undefined ? 0 : Math.max(0, goal - available)
  const count = (credits: number) => formatCount(credits, locale)
  return (
    <section className="brand-selection" aria-label={t('sum-label')}>
      <div className="brand-selection-who">
        <CreatorFrame creator={creator} />
        <div>
          <strong>@{creator.username}</strong>
          <p className="rf-note">{NETWORK_NAMES[creator.network]}</p>
          <Button look="quiet" size="small" onClick={onDeselect}>
            {t('deselect')}
          </Button>
        </div>
      </div>
      <div className="brand-selection-cost">
        <dl>
          <Sum label={t('sum-views')}>{count(goal)}</Sum>
          {rate !== undefined && <Sum label={t('sum-earns')}>{formatCents(earnedCents(goal, rate), locale)}</Sum>}
          {available !== undefined && (
            <>
              <Sum label={t('sum-available')}>{count(available)}</Sum>
              <Sum label={t('sum-held')}>{count(-goal)}</Sum>
              <Sum label={t(missing > 0 ? 'sum-missing' : 'sum-left')} closes problem={missing > 0}>
                {count(missing > 0 ? missing : available - goal)}
              </Sum>
            </>
          )}
        </dl>
        <p className="rf-note">{t('sum-note')}</p>
      </div>
      <div className="brand-selection-action">
        {missing > 0 ? (
          <ButtonLink look="filled" href={`/brand-dashboard/purchase?missing=${missing}`}>
            {t('sum-buy', { count: missing, shown: count(missing) })}
          </ButtonLink>
        ) : (
          <Button look="filled" iconAfter={ArrowRight} onClick={onInvite}>
            {t('invite', { username: creator.username })}
          </Button>
        )}
      </div>
    </section>
  )
}

const Sum = (sum: { label: string; children: ReactNode; closes?: boolean; problem?: boolean }) => (
  <div data-closes={sum.closes || undefined} data-problem={sum.problem || undefined}>
    <dt>{sum.label}</dt>
    <dd>{sum.children}</dd>
  </div>
)
