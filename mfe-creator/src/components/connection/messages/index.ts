import { defineMessages } from '@reelfair/web-kit'

export const useText = defineMessages('creator-connection', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
