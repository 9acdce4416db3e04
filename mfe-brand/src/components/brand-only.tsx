import { useViewedBrand } from '@reelfair/web-kit'
import type { ReactNode } from 'react'

/** Hides what changes or buys something while an admin views the page. */
export const BrandOnly = ({ children }: { children: ReactNode }) => (useViewedBrand() === undefined ? children : null)
