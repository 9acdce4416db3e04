import type { ReactNode } from 'react'

export const Row = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 16, marginBlockEnd: 20 }}>{children}</div>
)
