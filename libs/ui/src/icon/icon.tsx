import type { ComponentType, SVGProps } from 'react'

/** An icon of lucide-react, imported one by one: `import Bell from 'lucide-react/icons/bell'`. */
export type IconShape = ComponentType<SVGProps<SVGSVGElement> & { size?: string | number }>

/**
 * An icon in the house's measure: 18 px, stroke 1.6, the colour of the text beside it.
 * @param label only where the icon stands alone and is not inside a labelled control; otherwise it is hidden from readers.
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
