import { defineMessages, useMessages } from '@reelfair/web-kit'
import { words as shared } from '../../../messages/index.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('creator-instructions', { en, fr }, shared)

/** The texts of the sign-up and of what follows it, loaded when first needed, and those of the app. */
export const useText = () => useMessages(words)
