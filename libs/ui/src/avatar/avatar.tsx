import { useState } from 'react'

type AvatarProps = {
  name: string
  solid?: boolean
  /** Fits into a line of text. */
  small?: boolean
  /** Address of a picture. If it does not load, the letter appears instead. */
  picture?: string | undefined
}

/**
 * A picture, or the first letter of a name in a circle: solid for brands, outlined for people. Screen readers skip it,
 * because the name is next to it.
 */
export function Avatar({ name, solid = false, small = false, picture }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const looks = `rf-avatar${small ? ' rf-avatar-small' : ''}`
  if (picture !== undefined && picture !== broken)
    return (
      <img
        className={`${looks} rf-avatar-picture`}
        src={picture}
        alt=""
        width={36}
        height={36}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(picture)}
      />
    )
  return (
    <span className={`${looks}${solid ? ' rf-avatar-solid' : ''}`} aria-hidden="true">
      {Array.from(name.replace(/^@/, ''))[0]?.toUpperCase()}
    </span>
  )
}
