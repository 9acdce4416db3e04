import { defineMessages, useMessages } from '@reelfair/web-kit'
import { words as shared } from '../../../../messages/index.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('brand-nights', { en, fr }, shared)

/** The app's shared text and the nightly chart's text, which loads shortly before the chart scrolls into view. */
export const useText = () => useMessages(words)
