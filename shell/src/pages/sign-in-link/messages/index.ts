import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('shell-sign-in-link', { en, fr })

/** For the two sign-in link pages; loads only with them. */
export const useText = () => useMessages(words)
