import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { type LinkProps, useUi } from '../provider/ui-provider.tsx'

/** `filled`: at most one per section or card. `danger`: for actions that users can't undo. */
export type ButtonLook = 'filled' | 'outlined' | 'quiet' | 'danger'

type Shape = {
  look?: ButtonLook
  /** Buttons are 40, 44 or 52 px high, and at least 44 px on phones. */
  size?: 'small' | 'medium' | 'large'
  icon?: IconShape | undefined
  /** Place an icon after the label if the button leads to a next step. */
  iconAfter?: IconShape | undefined
  /** Makes the button as wide as its container. On phones, filled buttons are always full-width. */
  wide?: boolean
  children: ReactNode
}

export type ButtonProps = Shape &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** The button keeps focus, ignores clicks and announces its state to screen readers. */
    busy?: boolean
    ref?: Ref<HTMLButtonElement>
  }

const name = (look: ButtonLook, size: string, wide: boolean, className?: string) =>
  `rf-button rf-button-${look} rf-button-${size}${wide ? ' rf-button-wide' : ''}${className ? ` ${className}` : ''}`

function Face({ icon, iconAfter, children }: Pick<Shape, 'icon' | 'iconAfter' | 'children'>) {
  return (
    <>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
      {iconAfter && <Icon of={iconAfter} />}
    </>
  )
}

/** @example <Button look="filled" busy={saving} onClick={save}>Save</Button> */
export function Button({
  look = 'outlined',
  size = 'medium',
  icon,
  iconAfter,
  wide = false,
  busy = false,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const { words } = useUi()
  return (
    <button
      {...rest}
      type={type}
      className={name(look, size, wide, className)}
      // Not `disabled`: a disabled button loses focus, so keyboard users would lose their place.
      aria-disabled={busy || rest['aria-disabled']}
      data-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <Face icon={icon} iconAfter={iconAfter}>
        {children}
      </Face>
      {busy && <span className="rf-hidden">, {words.busy}</span>}
    </button>
  )
}

export function ButtonLink({
  look = 'outlined',
  size = 'medium',
  icon,
  iconAfter,
  wide = false,
  children,
  className,
  ...rest
}: Shape & LinkProps) {
  const { link: Link } = useUi()
  return (
    <Link {...rest} className={name(look, size, wide, className)}>
      <Face icon={icon} iconAfter={iconAfter}>
        {children}
      </Face>
    </Link>
  )
}

export const ForwardLink = (link: Pick<LinkProps, 'href'> & Pick<Shape, 'wide' | 'children'>) => (
  <ButtonLink look="filled" iconAfter={ArrowRight} {...link} />
)

export function TextLink({ className, ...rest }: LinkProps) {
  const { link: Link } = useUi()
  return <Link {...rest} className={`rf-link${className ? ` ${className}` : ''}`} />
}

export type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconShape
  /** Contains the count too, because screen readers skip the badge. */
  label: string
  /** Count in the corner, for example of unread notifications; hidden if 0. */
  badge?: number
  ref?: Ref<HTMLButtonElement>
}

/**
 * An icon-only button with a 44 px touch target.
 * @example <IconButton icon={Bell} label="Notifications: 3" badge={3} />
 */
export function IconButton({ icon, label, badge = 0, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={`rf-icon-button${className ? ` ${className}` : ''}`} aria-label={label}>
      <Icon of={icon} />
      {badge > 0 && (
        <span className="rf-badge" aria-hidden="true">
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  )
}
