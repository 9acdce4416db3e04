import { type Network, refuse } from '@reelfair/contracts'

/** Usernames exclude the leading @. */
const shapes: Readonly<Record<Network, RegExp>> = {
  instagram: /^[A-Za-z0-9._]{1,30}$/,
  tiktok: /^[A-Za-z0-9._]{2,24}$/,
  youtube: /^[\p{L}\p{N}._·-]{3,30}$/u,
}

/**
 * Returns a valid username exactly as typed; never corrects an invalid one silently.
 * @throws Refusal username_spaces, username_address, username_characters
 * @source specification §5
 */
export function checkUsername(network: Network, username: string): string {
  if (username !== username.trim()) refuse('username_spaces')
  if (username.includes('@') || username.includes('/') || /^(?:https?:|www\.)/i.test(username)) refuse('username_address')
  if (!shapes[network].test(username)) refuse('username_characters')
  return username
}
