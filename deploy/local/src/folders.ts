/** The workspace folder and the default data folder. */
import { resolve } from 'node:path'

export const workspaceRoot = resolve(import.meta.dirname, '../../..')

/** Default folder for data, secrets and logs, ignored by Git. `REELFAIR_FOLDER` overrides it, for a second system. */
export const defaultFolder = resolve(workspaceRoot, process.env.REELFAIR_FOLDER || '.reelfair')
