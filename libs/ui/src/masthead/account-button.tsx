import type { ButtonHTMLAttributes, Ref } from 'react'
import { Avatar } from '../avatar/avatar.tsx'

/**
 * Opens the account menu, which is part of the rich entry point.
 * @example <Menu label="Account" trigger={<AccountButton name="Kéfiro" solid />} items={…} />
 */
export function AccountButton({
  name,
  solid = false,
  ...rest
}: { name: string; solid?: boolean; ref?: Ref<HTMLButtonElement> } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className="rf-account">
      <Avatar name={name} solid={solid} />
      <span>{name}</span>
    </button>
  )
}
