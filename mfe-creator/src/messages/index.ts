import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** The app's shared text, which pages combine with their own. */
export const words = defineMessages('creator', { en, fr })

export const useText = () => useMessages(words)
