import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('creator', { en, fr })

/** The texts of this app in the reader's language. */
export const useText = () => useMessages(words)
