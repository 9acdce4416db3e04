import { defineMessages } from '@reelfair/web-kit'

/** The shell's text in the reader's language. */
export const useText = defineMessages('shell', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
