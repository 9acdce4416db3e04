import { defineMessages, type Text } from '@reelfair/web-kit'
import { en } from './en.ts'
import { fr } from './fr.ts'

/** Looks up receipt text by key. */
export type ReceiptText = Text<keyof typeof en>

export const useReceiptText = defineMessages('receipt', { en, fr })
