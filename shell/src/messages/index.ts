import { defineMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** The shell's text in the reader's language. */
export const useText = defineMessages('shell', { en, fr })
