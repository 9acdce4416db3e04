import { createContext, type ReactNode, useContext } from 'react'

const ViewedBrandId = createContext<string | undefined>(undefined)

/**
 * The brand pages inside it show this brand's data to an admin. Their requests name the brand, and their links stay
 * below `/admin/brands/:brandId`.
 */
export const ViewedBrand = ({ id, children }: { id: string; children: ReactNode }) => <ViewedBrandId value={id}>{children}</ViewedBrandId>

/** The id of the brand that an admin is viewing, read-only; undefined on a brand's own pages. */
export const useViewedBrand = (): string | undefined => useContext(ViewedBrandId)

/** @example useViewedPath('/brand-dashboard/purchase') // '/admin/brands/0193…/purchase' */
export function useViewedPath(href: string): string {
  const brandId = useViewedBrand()
  return brandId === undefined ? href : href.replace(/^\/brand-dashboard(?=[/?#]|$)|^(?=\/partnerships\/)/, `/admin/brands/${brandId}`)
}
