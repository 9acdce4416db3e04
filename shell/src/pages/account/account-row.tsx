import { Icon, SkeletonText } from '@reelfair/ui'
import Check from 'lucide-react/icons/check'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useText } from './messages/index.ts'

type IconShape = ComponentProps<typeof Icon>['of']

interface RowProps {
  readonly label: string
  readonly value?: ReactNode
  /** The state as a word with an icon, such as "Confirmed". */
  readonly state?: { readonly text: string; readonly icon?: IconShape; readonly isDoubtful?: true } | undefined
  /** Rows with an icon show the value below the label. */
  readonly icon?: IconShape
  /** Text of the link that opens the form. */
  readonly action?: string | undefined
  /** Runs when the user follows the link, instead of opening a form. */
  readonly onAction?: () => void
  readonly busy?: boolean
  /** The form below the row. `close` also moves the focus back to the link. */
  readonly children?: (close: () => void) => ReactNode
}

export const AccountRows = ({ children }: { children: ReactNode }) => <ul className="shell-rows">{children}</ul>

interface UnloadedProps extends Pick<RowProps, 'label' | 'icon'> {
  /** Says what didn't load. */
  readonly failure: string
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; refetch(): unknown }
}

/** Reserves space for a row whose data is loading or didn't load. */
export function UnloadedRow({ failure, query, ...row }: UnloadedProps) {
  const { t } = useText()
  if (!query.error) return <AccountRow {...row} value={<SkeletonText lines={1} />} />
  return <AccountRow {...row} value={failure} action={t('retry')} onAction={() => query.refetch()} busy={query.isFetching} />
}

/** A ruled row: label, value, one link. The link opens a form below the row or acts immediately. */
export function AccountRow({ label, value, state, icon, action, onAction, busy = false, children }: RowProps) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const linkId = useId()
  // A form that is no longer offered must not open by itself when the row offers it again.
  if (isOpen && !children) setOpen(false)
  const close = () => {
    setOpen(false)
    document.getElementById(linkId)?.focus()
  }
  return (
    <li className={`shell-row${icon ? ' shell-row-iconed' : ''}`}>
      {icon && <Icon of={icon} />}
      <span className="shell-row-label">{label}</span>
      <div className="shell-row-value">{value}</div>
      {state && (
        <span className="shell-row-state" data-doubtful={state.isDoubtful}>
          <Icon of={state.icon ?? Check} size={16} />
          {state.text}
        </span>
      )}
      {onAction && (
        <button type="button" className="rf-link shell-row-link" aria-disabled={busy} onClick={() => !busy && onAction()}>
          {action} <span className="rf-hidden">{label}</span>
        </button>
      )}
      {children && (
        <button
          id={linkId}
          type="button"
          className="rf-link shell-row-link"
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('cancel') : (action ?? t('change'))} <span className="rf-hidden">{label}</span>
        </button>
      )}
      {children && (
        <div id={formId} className="shell-row-form" hidden={!isOpen}>
          {isOpen && children(close)}
        </div>
      )}
    </li>
  )
}
