import { defineMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Text of the Terms, which loads only with the Terms pages. */
export const useText = defineMessages('shell-terms', { en, fr })
/** Key of a passage in the Terms. */
export type TermsText = keyof typeof en
