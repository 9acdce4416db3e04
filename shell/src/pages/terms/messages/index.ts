import { defineMessages } from '@reelfair/web-kit'
import type { en } from './en.ts'

/** Text of the Terms, which loads only with the Terms pages. */
export const useText = defineMessages('shell-terms', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
/** Key of a passage in the Terms. */
export type TermsText = keyof typeof en
