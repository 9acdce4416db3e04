import { defineMessages } from '@reelfair/web-kit'
import { useText as offer } from '../../offer/messages/index.ts'

/** Text for the invitation dialog, loaded with the dialog. */
export const useText = defineMessages('brand-invite', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, offer)
