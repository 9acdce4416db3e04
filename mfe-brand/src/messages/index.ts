import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Text shared by several pages, for pages that also have their own. */
export const words = defineMessages('brand', { en, fr })

export const useText = () => useMessages(words)
