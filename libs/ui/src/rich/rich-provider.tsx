import { HeadlessMantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

const THEME = { respectReducedMotion: true }

/** Mantine runs headless: it adds no `<style>`, class or CSS variable, so a strict `style-src` needs no nonce. */
export function RichProvider({ children }: { children: ReactNode }) {
  return <HeadlessMantineProvider theme={THEME}>{children}</HeadlessMantineProvider>
}
