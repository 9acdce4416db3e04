import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Pages combine these messages with their own. */
export const words = defineMessages('shell', { en, fr })

export const useText = () => useMessages(words)
