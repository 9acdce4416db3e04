import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Pages add their own messages to these. */
export const words = defineMessages('shell', { en, fr })

export const useText = () => useMessages(words)
