import { defineMessages } from '@reelfair/web-kit'
import { useText as connection } from '../../../components/connection/messages/index.ts'

export const useText = defineMessages('creator-connect', { en: () => import('./en.ts'), fr: () => import('./fr.ts') }, connection)
