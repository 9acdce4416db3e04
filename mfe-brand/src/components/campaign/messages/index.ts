import { defineMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Text for the deletion dialog, loaded with the dialog. */
export const useText = defineMessages('brand-deletion', { en, fr })
