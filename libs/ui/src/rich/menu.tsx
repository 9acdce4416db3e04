import { Menu as MantineMenu, Tooltip as MantineTooltip } from '@mantine/core'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { type LinkProps, useUi } from '../provider/ui-provider.tsx'

/** An entry of a menu: a page (`href`) or an act (`onSelect`). */
export type MenuItem = {
  label: string
  href?: string
  onSelect?: () => void
  icon?: IconShape
  hint?: string
  danger?: boolean
  disabled?: boolean
  /** A hairline above it. */
  divided?: boolean
}

export type MenuProps = {
  label: string
  /** One button: AccountButton, IconButton, Button. */
  trigger: ReactElement
  items: MenuItem[]
  /** Above the entries: name and e-mail. */
  head?: ReactNode
  /** Which edge of the trigger it keeps to. */
  align?: 'start' | 'end'
}

/**
 * A menu below its button; arrow keys, Home, End, Escape.
 * @example <Menu label="Account" trigger={<AccountButton name="Kéfiro" solid />} items={[{ label: 'Log out', onSelect: logOut }]} />
 */
export function Menu({ label, trigger, items, head, align = 'end' }: MenuProps) {
  const { link: Link } = useUi()
  return (
    // Drawn beside its button and not at the end of the body, so that it stays within the landmark the button is in.
    <MantineMenu
      unstyled
      withinPortal={false}
      floatingStrategy="fixed"
      hideDetached={false}
      withInitialFocusPlaceholder={false}
      position={align === 'end' ? 'bottom-end' : 'bottom-start'}
      offset={6}
      transitionProps={{ duration: 140 }}
    >
      <MantineMenu.Target>{trigger}</MantineMenu.Target>
      <MantineMenu.Dropdown className="rf-pop rf-menu" aria-label={label}>
        {head && (
          <div className="rf-menu-head" role="presentation">
            {head}
          </div>
        )}
        {items.map(({ label: text, href, onSelect, icon, hint, danger, disabled, divided }) => (
          <Fragment key={text}>
            {divided && <MantineMenu.Divider className="rf-menu-divider" />}
            <MantineMenu.Item
              className="rf-menu-item"
              {...(href && { renderRoot: (props: Partial<LinkProps>) => <Link {...props} href={href} /> })}
              {...(onSelect && { onClick: onSelect })}
              {...(disabled && { disabled })}
              {...(danger && { 'data-danger': true })}
              leftSection={icon && <Icon of={icon} />}
            >
              {text}
              {hint && <span className="rf-note">{hint}</span>}
            </MantineMenu.Item>
          </Fragment>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  )
}

/**
 * A few words on hover and on focus. Only what is said elsewhere too: on the phone there is no hover.
 * @param children one element that takes the focus.
 */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement }) {
  return (
    <MantineTooltip
      unstyled
      withinPortal={false}
      floatingStrategy="fixed"
      label={label}
      classNames={{ tooltip: 'rf-tooltip' }}
      openDelay={250}
      offset={6}
      events={{ hover: true, focus: true, touch: false }}
      transitionProps={{ duration: 140 }}
    >
      {children}
    </MantineTooltip>
  )
}
