/** Solid for brands, outlined for people. If the picture loads, it covers the first letter of the name. */
export function Avatar({
  name,
  solid = false,
  src,
  size = 36,
}: {
  name: string
  solid?: boolean
  src?: string | undefined
  size?: number
}) {
  return (
    <span className={`rf-avatar${solid ? ' rf-avatar-solid' : ''}`} style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
      {Array.from(name.replace(/^@/, ''))[0]?.toUpperCase()}
      {src && <img src={src} alt="" width={size} height={size} loading="lazy" />}
    </span>
  )
}
