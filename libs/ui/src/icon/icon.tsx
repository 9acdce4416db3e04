import type { ComponentType, SVGProps } from 'react'

/** Import each icon separately: `import Bell from 'lucide-react/icons/bell'`. */
export type IconShape = ComponentType<SVGProps<SVGSVGElement> & { size?: string | number }>

/**
 * A lucide-react icon in our default style.
 * @param label Set only for an icon outside a labelled control. Without a label, screen readers skip the icon.
 * @example <Icon of={Bell} />
 */
export function Icon({ of: Shape, size = 18, label }: { of: IconShape; size?: number; label?: string }) {
  return (
    <Shape
      size={size}
      strokeWidth={1.6}
      className="rf-icon"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true, focusable: false })}
    />
  )
}
