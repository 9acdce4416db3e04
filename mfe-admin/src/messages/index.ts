import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('admin', { en, fr })

/** The app's text in the reader's language. */
export const useText = () => useMessages(words)
