import { defineMessages } from '@reelfair/web-kit'
import { useText as shared } from '../../../messages/index.ts'

/** The shell's text, plus the text for choosing a role and accepting the Terms. */
export const useText = defineMessages('shell-consent', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, shared)
