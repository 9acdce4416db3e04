import { defineMessages } from '@reelfair/web-kit'
import { useText as consent } from '../../../components/consent/messages/index.ts'
import type { en } from './en.ts'

export const useText = defineMessages('shell-accept-terms', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, consent)
export type AcceptTermsText = keyof typeof en
