import { useViewedBrand } from '@reelfair/web-kit'
import type { ReactNode } from 'react'

/** Hides controls that change or buy something while an admin is viewing the page. */
export const BrandOnly = ({ children }: { children: ReactNode }) => (useViewedBrand() === undefined ? children : null)
