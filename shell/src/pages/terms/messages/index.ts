import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('shell-terms', { en, fr })

/** Text of the Terms, which loads only with the Terms pages. */
export const useText = () => useMessages(words)
/** Key of a passage in the Terms. */
export type TermsText = keyof typeof en
