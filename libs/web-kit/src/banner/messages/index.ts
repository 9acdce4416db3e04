import { defineMessages } from '@reelfair/web-kit'

export const useBannerText = defineMessages('banner', { en: () => import('./en.ts'), fr: () => import('./fr.ts') })
