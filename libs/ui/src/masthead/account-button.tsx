import type { ButtonHTMLAttributes, Ref } from 'react'
import { Avatar } from '../avatar/avatar.tsx'

/**
 * Shows the signed-in user in the masthead and opens the account menu.
 * @example <AccountButton name="Kéfiro" solid popoverTarget={id} />
 */
export function AccountButton({
  name,
  solid = false,
  picture,
  ...rest
}: {
  name: string
  solid?: boolean
  picture?: string | undefined
  ref?: Ref<HTMLButtonElement>
} & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className="rf-account">
      <Avatar name={name} solid={solid} picture={picture} />
      <span>{name}</span>
    </button>
  )
}
