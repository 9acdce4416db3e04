import { defineMessages } from '@reelfair/web-kit'

/** The app's text in the reader's language. */
export const useText = defineMessages('admin', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
