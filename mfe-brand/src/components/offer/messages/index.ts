import { defineMessages } from '@reelfair/web-kit'
import { useText as shared } from '../../../messages/index.ts'

/** Text for a campaign's or invitation's goal, banner, link and cost, loaded with the forms that ask for them. */
export const useText = defineMessages('brand-offer', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, shared)
