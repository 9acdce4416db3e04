import { defineMessages } from '@reelfair/web-kit'

/** Text of the password field, which loads only with the pages that have it. */
export const useText = defineMessages('shell-new-password', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
