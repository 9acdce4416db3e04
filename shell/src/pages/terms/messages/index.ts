import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('shell-terms', { en, fr })

/** The words of the terms, which no other page loads. */
export const useText = () => useMessages(words)
/** A key of them. */
export type TermsText = keyof typeof en
