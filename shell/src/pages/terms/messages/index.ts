import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('shell-terms', { en, fr })

export const useText = () => useMessages(words)
export type TermsText = keyof typeof en
