import { defineMessages, useMessages } from '@reelfair/web-kit'
import { words as shared } from '../../../messages/index.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('creator-public-campaigns', { en, fr }, shared)

/** The app's shared text and this page's text, which no other page loads. */
export const useText = () => useMessages(words)
