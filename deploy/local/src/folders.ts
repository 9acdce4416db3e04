/** Where things lie. */
import { resolve } from 'node:path'

export const workspaceRoot = resolve(import.meta.dirname, '../../..')

/** Data, secrets and logs of a local Reelfair, below the workspace and out of git; `REELFAIR_FOLDER` names another, for a second one beside it. */
export const defaultFolder = resolve(workspaceRoot, process.env.REELFAIR_FOLDER || '.reelfair')
