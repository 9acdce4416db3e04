import { HeadlessMantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

const THEME = { respectReducedMotion: true }

/**
 * Wraps components from the rich entry point; must be inside UiProvider. Mantine runs headless: it adds no `<style>`,
 * no class and no CSS variable, so a strict `style-src` needs no nonce.
 */
export function RichProvider({ children }: { children: ReactNode }) {
  return <HeadlessMantineProvider theme={THEME}>{children}</HeadlessMantineProvider>
}
