import { defineMessages } from '@reelfair/web-kit'

export const useText = defineMessages('creator-collab', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
