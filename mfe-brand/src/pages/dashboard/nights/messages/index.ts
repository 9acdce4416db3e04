import { defineMessages, useMessages } from '@reelfair/web-kit'
import { words as shared } from '../../../../messages/index.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('brand-nights', { en, fr }, shared)

/** The texts of the chart of nights, loaded when a reader comes near it, and those of the app. */
export const useText = () => useMessages(words)
