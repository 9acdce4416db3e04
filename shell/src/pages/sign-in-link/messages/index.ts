import { defineMessages, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('shell-sign-in-link', { en, fr })

export const useText = () => useMessages(words)
