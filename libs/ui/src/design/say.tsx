import type { ReactNode } from 'react'
import { useLocale } from '../provider/ui-provider.tsx'

/** Returns a function that picks the text in the current language. */
export function useText() {
  const locale = useLocale()
  return (en: string, fr: string) => (locale === 'fr' ? fr : en)
}

/** Stacks specimens vertically. */
export const Stack = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 44 }}>{children}</div>
)
