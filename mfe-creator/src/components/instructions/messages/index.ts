import { defineMessages } from '@reelfair/web-kit'
import { useText as shared } from '../../../messages/index.ts'

/** The app's shared text, plus the text for the sign-up and its instructions, which loads on first use. */
export const useText = defineMessages('creator-instructions', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, shared)
