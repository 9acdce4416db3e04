import { defineMessages } from '@reelfair/web-kit'
import { useText as shared } from '../../../messages/index.ts'

/** Text of the brand profile, which loads only with it. */
export const useText = defineMessages('brand-profile', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, shared)
