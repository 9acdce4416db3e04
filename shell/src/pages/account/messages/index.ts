import { defineMessages } from '@reelfair/web-kit'

/** The account page's text, which loads only with the page. */
export const useText = defineMessages('shell-account', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
