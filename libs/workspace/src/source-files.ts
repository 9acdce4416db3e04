/** Where the workspace's own sources are. Each guard compares what it read with this list, so that none can pass by reading nothing. */
import { existsSync, globSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const workspaceRoot = resolve(import.meta.dirname, '../../..')

/** For the workspace's own programs (tsc, biome, nx): npm puts them on the path, whoever starts Vitest by hand has them not. */
export const programsEnv: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${join(workspaceRoot, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
}

const PACKAGE_FOLDERS = ['shell', 'mfe-*', 'services/*', 'libs/*', 'deploy/*']

/** The folders of all packages, relative to the root, e.g. `libs/embedded`. */
export const packageFolders = (root: string): string[] =>
  globSync(PACKAGE_FOLDERS, { cwd: root })
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort()

/** All TypeScript files below a folder, relative to the root, whether a tool has an eye on them or not. */
export const sourceFiles = (root: string, folder: string): string[] =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).sort()
