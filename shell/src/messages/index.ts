import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** For pages that have words of their own besides. */
export const words = defineMessages('shell', { en, fr })

/** The shell's texts in the reader's language. */
export const useText = () => useMessages(words)
