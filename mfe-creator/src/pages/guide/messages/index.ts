import { defineMessages } from '@reelfair/web-kit'
import { useText as instructions } from '../../../components/instructions/messages/index.ts'

/** The guide's text, plus the text of the sign-up instructions, some of which the guide reuses. */
export const useText = defineMessages('creator-guide', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, instructions)
