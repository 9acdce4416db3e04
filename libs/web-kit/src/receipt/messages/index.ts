import { defineMessages, type Text, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('receipt', { en, fr })

/** A sentence of the receipt. */
export type ReceiptText = Text<keyof typeof en>

export const useReceiptText = () => useMessages(words)
