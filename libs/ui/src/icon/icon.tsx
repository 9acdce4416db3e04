import type { ComponentType, SVGProps } from 'react'

/** A lucide-react icon. Import each icon separately: `import Bell from 'lucide-react/icons/bell'`. */
export type IconShape = ComponentType<SVGProps<SVGSVGElement> & { size?: string | number }>

/**
 * An icon in our default style: 18 px, stroke width 1.6, in the text colour.
 * @param label Set only for an icon outside any labelled control. Without a label, screen readers skip the icon.
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
