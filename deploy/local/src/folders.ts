import { resolve } from 'node:path'

export const workspaceRoot = resolve(import.meta.dirname, '../../..')

/** Folder for data, secrets and logs, ignored by Git. Set `REELFAIR_FOLDER` to run a second system. */
export const defaultFolder = resolve(workspaceRoot, process.env.REELFAIR_FOLDER || '.reelfair')
