import { defineMessages } from '@reelfair/web-kit'
import { useText as shared } from '../../../components/consent/messages/index.ts'

/** The shell's text, plus the text for the page to which Google returns. */
export const useText = defineMessages('shell-google', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, shared)
