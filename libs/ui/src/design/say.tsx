import type { ReactNode } from 'react'
import { useLocale } from '../provider/ui-provider.tsx'

/** Chooses the text of the language shown. */
export function useSay() {
  const locale = useLocale()
  return (en: string, fr: string) => (locale === 'fr' ? fr : en)
}

/** Specimens under each other. */
export const Stack = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 44 }}>{children}</div>
)
