import { defineMessages } from '@reelfair/web-kit'

/** Text for the deletion dialog, loaded with the dialog. */
export const useText = defineMessages('brand-deletion', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
