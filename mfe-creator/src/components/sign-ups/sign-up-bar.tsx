import type { SignUp } from '@reelfair/contracts'
import { formatCount, ViewBar } from '@reelfair/ui'
import { useText } from '../../messages/index.ts'
import { excludedViews } from './figures.ts'

/** Progress toward the campaign's goal. Notes explain what was counted or decided since the last settlement. */
export function SignUpBar({ signUp }: { signUp: SignUp }) {
  const { t, locale } = useText()
  const { terms, charged, reserved, grantedViews, count, state } = signUp
  const views = (figure: number) => formatCount(figure, locale)
  const unsettled = count.qualified + count.inReview - charged - reserved
  const decided = reserved - count.inReview
  // Until the final settlement, views that a review excludes become available again to all sign-ups.
  const beyond = state === 'settled' ? 'part-beyond' : 'part-beyond-open'
  const isFullyAllocated = grantedViews >= terms.viewsGoal || state === 'settled'
  return (
    <div className="creator-sign-up-bar">
      <ViewBar
        goal={terms.viewsGoal}
        qualified={charged}
        others={Math.max(0, grantedViews - charged - reserved)}
        inReview={reserved}
        excluded={excludedViews(signUp)}
      />
      {unsettled > 0 && <p className="rf-note">{t(isFullyAllocated ? beyond : 'part-unsettled', { views: views(unsettled) })}</p>}
      {decided > 0 && <p className="rf-note">{t('part-decided', { views: views(decided) })}</p>}
    </div>
  )
}
