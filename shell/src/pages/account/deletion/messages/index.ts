import { defineMessages } from '@reelfair/web-kit'

export const useText = defineMessages('shell-account-deletion', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
