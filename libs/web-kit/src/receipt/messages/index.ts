import { defineMessages, type Text, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('receipt', { en, fr })

/** Looks up receipt text by key. */
export type ReceiptText = Text<keyof typeof en>

export const useReceiptText = () => useMessages(words)
