import { defineMessages } from '@reelfair/web-kit'

/** Text of the contact page, which loads only with it. */
export const useText = defineMessages('shell-contact', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
