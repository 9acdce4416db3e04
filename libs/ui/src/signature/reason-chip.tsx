import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { formatCount } from '../format.ts'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { useLocale } from '../provider/ui-provider.tsx'

export interface ReasonChipProps {
  /** `out`: excluded or refused. `held`: awaiting a decision. `passed`: accepted. */
  readonly kind: 'out' | 'held' | 'passed'
  readonly reason: string
  readonly views?: number
  /** Text after the number of views: "views excluded". */
  readonly unit?: string
  /** Usually explains how to fix the problem. */
  readonly fix?: ReactNode
  /** Boxed chips have a frame. Use them if the user must act, and never in tables. */
  readonly boxed?: boolean
  readonly icon?: IconShape
}

const icons = { out: Ban, held: Clock, passed: Check }

/**
 * Explains why views do or do not count, and how to fix the problem.
 * @example <ReasonChip kind="out" reason="Link not in bio" views={7374} fix="Put it back; views count from tonight's
 * reading." />
 */
export function ReasonChip({ kind, reason, views, unit, fix, boxed = false, icon }: ReasonChipProps) {
  const locale = useLocale()
  const colon = locale === 'fr' ? '\u00a0: ' : ': '
  return (
    <div className={`rf-reason rf-reason-${kind}${boxed ? ' rf-reason-boxed' : ''}`}>
      <Icon of={icon ?? icons[kind]} size={16} />
      <p className="rf-reason-head">
        {reason}
        {views !== undefined && colon + formatCount(views, locale)}
        {unit && `\u00a0${unit}`}
      </p>
      {fix && <div className="rf-reason-fix">{fix}</div>}
    </div>
  )
}
