import type { ComponentType, SVGProps } from 'react'

/** Import each icon separately: `import Bell from 'lucide-react/icons/bell'`. */
export type IconShape = ComponentType<SVGProps<SVGSVGElement> & { size?: string | number }>

/**
 * An icon in our default style: 18 px, stroke width 1.6, in the text colour. Screen readers skip it.
 * @example <Icon of={Bell} />
 */
export function Icon({ of: Shape, size = 18 }: { of: IconShape; size?: number }) {
  return <Shape size={size} strokeWidth={1.6} className="rf-icon" aria-hidden focusable={false} />
}
