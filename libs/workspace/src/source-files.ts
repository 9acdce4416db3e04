/** Each guard compares the files it read with this list, so that a guard that reads nothing fails. */
import { existsSync, globSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const workspaceRoot = resolve(import.meta.dirname, '../../..')

/**
 * Environment for local programs (tsc, biome, nx). npm adds these programs to PATH, but Vitest does not when started
 * directly.
 */
export const programsEnv: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${join(workspaceRoot, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
}

const PACKAGE_FOLDERS = ['shell', 'mfe-*', 'services/*', 'libs/*', 'deploy/*']

/** Package folders relative to the root, such as `libs/embedded`. */
export const packageFolders = (root: string): string[] =>
  globSync(PACKAGE_FOLDERS, { cwd: root })
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort()

/** Lists all TypeScript files relative to the root, even files that no tool checks. */
export const sourceFiles = (root: string, folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).sort()
