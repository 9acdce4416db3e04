import type { ReactNode } from 'react'

/**
 * A sheet shows one campaign, form or amount. Do not nest sheets. On phones, a sheet extends 8 px past the column on
 * both sides.
 */
export function Sheet({
  children,
  as: Element = 'div',
  label,
}: {
  children: ReactNode
  as?: 'div' | 'article' | 'section' | 'li'
  label?: string
}) {
  return (
    <Element className="rf-sheet" {...(label && { 'aria-label': label })}>
      {children}
    </Element>
  )
}
