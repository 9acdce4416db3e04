import { defineMessages } from '@reelfair/web-kit'

/** Text for the list of notifications and the choices, which loads only with them. */
export const useText = defineMessages('shell-notifications', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
