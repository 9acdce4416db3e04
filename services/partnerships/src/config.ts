/** The service's own environment variables, in addition to those common to all services. Currently empty. */
import { defineConfig } from '@reelfair/service-kit'

export const config = defineConfig({})
