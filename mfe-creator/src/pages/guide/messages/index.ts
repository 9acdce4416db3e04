import { defineMessages } from '@reelfair/web-kit'
import { useText as instructions } from '../../../components/instructions/messages/index.ts'

/** Text of the guide, which shares texts with the instructions after a sign-up. */
export const useText = defineMessages('creator-guide', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, instructions)
