import { defineMessages } from '@reelfair/web-kit'
import { useText as shared } from '../../../../messages/index.ts'

/** The app's shared text and the nightly chart's text, which loads shortly before the chart scrolls into view. */
export const useText = defineMessages('brand-nights', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, shared)
