import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { type LinkProps, useUi } from '../provider/ui-provider.tsx'

/** `filled` once per section or card; every other button is `outlined`; `quiet` is an underlined word; `danger` cannot be undone. */
export type ButtonLook = 'filled' | 'outlined' | 'quiet' | 'danger'

type Shape = {
  look?: ButtonLook
  /** small 40 px, medium 44 px, large 52 px high; never under 44 px on the phone. */
  size?: 'small' | 'medium' | 'large'
  /** Icon before the words. */
  icon?: IconShape | undefined
  /** Icon after the words, for a step onward. */
  iconAfter?: IconShape | undefined
  /** As wide as its container; on the phone filled buttons always are. */
  wide?: boolean
  children: ReactNode
}

export type ButtonProps = Shape &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Something runs: the button keeps its focus and its place, takes no second press, and says so to readers. */
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

/**
 * A button that acts.
 * @example <Button look="filled" busy={saving} onClick={save}>Save</Button>
 */
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
      // Not `disabled`: a disabled button drops the focus, and a keyboard user would lose the place.
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

/** A link that looks like a button, for a step to another page. */
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

/** A link in running text or in the margin: pen blue, underlined. */
export function TextLink({ className, ...rest }: LinkProps) {
  const { link: Link } = useUi()
  return <Link {...rest} className={`rf-link${className ? ` ${className}` : ''}`} />
}

export type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconShape
  /** What the button does; the only text it has. */
  label: string
  /** A number in the corner, for the bell; 0 shows none. */
  badge?: number
  ref?: Ref<HTMLButtonElement>
}

/**
 * A button of one icon, 44 px to touch.
 * @example <IconButton icon={Bell} label="Notifications" badge={3} />
 */
export function IconButton({ icon, label, badge = 0, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`rf-icon-button${className ? ` ${className}` : ''}`}
      aria-label={badge > 0 ? `${label}: ${badge > 99 ? '99+' : badge}` : label}
    >
      <Icon of={icon} />
      {badge > 0 && (
        <span className="rf-badge" aria-hidden="true">
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  )
}
