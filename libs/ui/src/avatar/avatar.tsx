/** The first letter of a name in a circle: solid for brands, outlined for people. */
export const Avatar = ({ name, solid = false }: { name: string; solid?: boolean }) => (
  <span className={`rf-avatar${solid ? ' rf-avatar-solid' : ''}`} aria-hidden="true">
    {Array.from(name.replace(/^@/, ''))[0]?.toUpperCase()}
  </span>
)
