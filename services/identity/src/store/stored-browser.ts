import { z } from 'zod'
import { BROWSER_NAMES, BROWSER_SYSTEMS } from '../domain/browser.ts'

export const StoredBrowser = z.object({ name: z.enum(BROWSER_NAMES).optional(), system: z.enum(BROWSER_SYSTEMS).optional() })
