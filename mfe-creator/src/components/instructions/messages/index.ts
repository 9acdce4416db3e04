import { defineMessages, useMessages } from '@reelfair/web-kit'
import { words as shared } from '../../../messages/index.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('creator-instructions', { en, fr }, shared)

/** The app's shared text, plus the text for the sign-up and its instructions, which loads on first use. */
export const useText = () => useMessages(words)
