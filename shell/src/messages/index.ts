import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Exported for pages that add their own messages. */
export const words = defineMessages('shell', { en, fr })

export const useText = () => useMessages(words)
