import { defineMessages } from '@reelfair/web-kit'
import { useText as instructions } from '../../instructions/messages/index.ts'

/** Text about invitations and partnerships, with the text of the instructions, which are the same as for campaigns. */
export const useText = defineMessages('creator-partnerships', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, instructions)
