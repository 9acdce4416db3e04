import { defineMessages, useMessages } from '@reelfair/web-kit'
import { words as shared } from '../../../messages/index.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('shell-verify-email', { en, fr }, shared)

export const useText = () => useMessages(words)
