import type { ReactNode } from 'react'
import { useLocale } from '../provider/ui-provider.tsx'

export function useText() {
  const locale = useLocale()
  return (en: string, fr: string) => (locale === 'fr' ? fr : en)
}

export const Stack = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 44 }}>{children}</div>
)
