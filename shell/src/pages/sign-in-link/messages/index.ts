import { defineMessages } from '@reelfair/web-kit'

/** Text for the two sign-in link pages, which loads only with them. */
export const useText = defineMessages('shell-sign-in-link', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
