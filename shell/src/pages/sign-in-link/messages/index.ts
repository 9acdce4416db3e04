import { defineMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Text for the two sign-in link pages, which loads only with them. */
export const useText = defineMessages('shell-sign-in-link', { en, fr })
