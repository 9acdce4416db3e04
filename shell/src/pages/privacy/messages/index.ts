import { defineMessages } from '@reelfair/web-kit'
import type { en } from './en.ts'

/** Text of the privacy policy, which loads only with it. */
export const useText = defineMessages('shell-privacy', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
/** Key of a passage in the policy. */
export type PrivacyText = keyof typeof en
