import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('brand-deletion', { en, fr })

/** Text for the deletion dialog, loaded with the dialog. */
export const useText = () => useMessages(words)
