import { defineMessages } from '@reelfair/web-kit'
import { useText as shared } from '../../../components/consent/messages/index.ts'

/** The shell's text, plus this page's text, which loads only with the page. */
export const useText = defineMessages('shell-signup', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, shared)
