/** What this service reads of its environment beside what every service reads: nothing yet. */
import { defineConfig } from '@reelfair/service-kit'

export const config = defineConfig({})
