import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** The shell's messages, for pages that add their own. */
export const words = defineMessages('shell', { en, fr })

/** The shell's text in the reader's language. */
export const useText = () => useMessages(words)
