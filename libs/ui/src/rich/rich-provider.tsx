import { HeadlessMantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

const THEME = { respectReducedMotion: true }

/**
 * Around the parts that use the rich entry; inside UiProvider. Mantine runs headless: it writes no `<style>`, no class and no
 * variable, so a strict `style-src` needs no nonce for it.
 */
export function RichProvider({ children }: { children: ReactNode }) {
  return <HeadlessMantineProvider theme={THEME}>{children}</HeadlessMantineProvider>
}
