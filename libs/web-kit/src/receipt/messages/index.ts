import { defineMessages, type Text, useMessages } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

const words = defineMessages('receipt', { en, fr })

export type ReceiptText = Text<keyof typeof en>

export const useReceiptText = () => useMessages(words)
