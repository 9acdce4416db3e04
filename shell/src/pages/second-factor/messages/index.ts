import { defineMessages } from '@reelfair/web-kit'

/** Text for the page that asks for a code, which loads only with it. */
export const useText = defineMessages('shell-second-factor', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
