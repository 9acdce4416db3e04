import { defineMessages } from '@reelfair/web-kit'
import { useText as shared } from '../../../messages/index.ts'

/** The app's shared text and this page's text, which no other page loads. */
export const useText = defineMessages('brand-find-creators', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, shared)
