import { defineMessages, useMessages } from '@reelfair/web-kit'
import { words as shared } from '../../../messages/index.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('shell-signup', { en, fr }, shared)

/** The shell's text, plus this page's text, which loads only with the page. */
export const useText = () => useMessages(words)
