import type { ReactNode } from 'react'

/** A sheet of paper for one campaign, one form, one amount. Never a sheet on a sheet. On the phone it hangs out 8 px on both sides. */
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

/** Sheets side by side, one below the other on the phone. */
export function SheetRow({ children }: { children: ReactNode }) {
  return <div className="rf-sheet-row">{children}</div>
}
