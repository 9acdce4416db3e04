import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('brand-deletion', { en, fr })

/** The texts of the question before a deletion, loaded with it. */
export const useText = () => useMessages(words)
