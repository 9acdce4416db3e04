import { defineMessages } from '@reelfair/web-kit'
import { useText as offer } from '../../../components/offer/messages/index.ts'

/** The app's shared text and this page's text, which no other page loads. */
export const useText = defineMessages('brand-new-campaign', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, offer)
