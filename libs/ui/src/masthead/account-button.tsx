import type { ButtonHTMLAttributes, Ref } from 'react'
import { Avatar } from '../avatar/avatar.tsx'

/**
 * Shows the signed-in user in the masthead and opens the account menu.
 * @example <AccountButton name="Kéfiro" solid popoverTarget={id} />
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
