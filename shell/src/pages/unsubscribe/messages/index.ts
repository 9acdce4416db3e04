import { defineMessages } from '@reelfair/web-kit'

export const useText = defineMessages('shell-unsubscribe', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
