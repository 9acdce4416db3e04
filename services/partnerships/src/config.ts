import { defineConfig } from '@reelfair/service-kit'

export const config = defineConfig({})
