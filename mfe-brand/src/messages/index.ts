import { defineMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** The app's shared text in the reader's language. */
export const useText = defineMessages('brand', { en, fr })
