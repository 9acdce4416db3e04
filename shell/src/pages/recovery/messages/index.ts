import { defineMessages } from '@reelfair/web-kit'

/** Text of the pages behind e-mailed links to a new password or address, which loads only with them. */
export const useText = defineMessages('shell-recovery', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
