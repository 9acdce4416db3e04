import { defineConfig } from '@reelfair/service-kit'
import { socialConfig } from '@reelfair/social'

export const config = defineConfig(socialConfig)
