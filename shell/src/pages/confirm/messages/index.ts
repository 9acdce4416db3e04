import { defineMessages, useMessages } from '@reelfair/web-kit'
import { words as shared } from '../../../messages/index.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('shell-confirm', { en, fr }, shared)

/** The texts of this page, which no other page loads, and those of the shell. */
export const useText = () => useMessages(words)
