import { defineMessages } from '@reelfair/web-kit'
import { useText as shared } from '../../../messages/index.ts'

/** The brand profile's text, which only that page loads. */
export const useText = defineMessages('brand-profile', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, shared)
