import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import type { ReactNode } from 'react'
import { formatCount } from '../format.ts'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { useLocale } from '../provider/ui-provider.tsx'

/** What ReasonChip takes. */
export interface ReasonChipProps {
  /** `out`: excluded or refused. `held`: waits for someone. `passed`: in order. */
  readonly kind: 'out' | 'held' | 'passed'
  readonly reason: string
  /** Views it concerns. */
  readonly views?: number
  /** Said after the figure: "views excluded". */
  readonly unit?: string
  /** How to mend it, or since when it is in order. */
  readonly mend?: ReactNode
  /** Framed, where the reader must act; bare in tables. */
  readonly boxed?: boolean
  /** Another sign than the kind's own (a lock where an account is wanted). */
  readonly icon?: IconShape
}

const icons = { out: Ban, held: Clock, passed: Check }

/**
 * Why something counts or does not: sign, reason and count, then how to mend it.
 * @example <ReasonChip kind="out" reason="Link not in bio" views={7374} mend="Put it back; views count from tonight's reading." />
 */
export function ReasonChip({ kind, reason, views, unit, mend, boxed = false, icon }: ReasonChipProps) {
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
      {mend && <div className="rf-reason-mend">{mend}</div>}
    </div>
  )
}
