import { defineMessages } from '@reelfair/web-kit'
import { useText as partnerships } from '../../../components/partnerships/messages/index.ts'

/** The text of invitations and partnerships, the app's shared text, and this page's text, which no other page loads. */
export const useText = defineMessages('creator-history', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, partnerships)
