import { Menu as MantineMenu, Tooltip as MantineTooltip } from '@mantine/core'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { type LinkProps, useUi } from '../provider/ui-provider.tsx'

export type MenuItem = {
  label: string
  href?: string
  onSelect?: () => void
  icon?: IconShape
  hint?: string
  danger?: boolean
  disabled?: boolean
  divided?: boolean
}

export type MenuProps = {
  label: string
  /** The trigger must be an AccountButton, an IconButton or a Button. */
  trigger: ReactElement
  items: MenuItem[]
  /** Content above the items, such as name and e-mail. */
  head?: ReactNode
  /** The menu is aligned to this edge of the trigger. */
  align?: 'start' | 'end'
}

/**
 * A drop-down menu with support for the arrow keys, Home, End and Escape.
 * @example <Menu label="Account" trigger={<AccountButton name="Kéfiro" solid />} items={[{ label: 'Sign out', onSelect:
 * signOut }]} />
 */
export function Menu({ label, trigger, items, head, align = 'end' }: MenuProps) {
  const { link: Link } = useUi()
  return (
    // The menu is next to its button instead of at the end of the body, to stay in the same landmark.
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
 * Text on hover and focus. Show the same information elsewhere as well, because phones have no hover.
 * @param children A single focusable element.
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
