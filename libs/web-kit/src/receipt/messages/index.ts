import { defineMessages, type Text } from '@reelfair/web-kit'
import type { en } from './en.ts'

/** Looks up receipt text by key. */
export type ReceiptText = Text<keyof typeof en>

export const useReceiptText = defineMessages('receipt', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
