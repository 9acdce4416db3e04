import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('shell-sign-in-link', { en, fr })

/** The words of the two pages of a sign-in link, which no other page loads. */
export const useText = () => useMessages(words)
