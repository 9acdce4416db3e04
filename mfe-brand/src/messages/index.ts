import { defineMessages } from '@reelfair/web-kit'

/** The app's shared text in the reader's language. */
export const useText = defineMessages('brand', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
