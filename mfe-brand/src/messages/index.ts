import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('brand', { en, fr })

/** The texts of the brands' app in the reader's language. */
export const useText = () => useMessages(words)
