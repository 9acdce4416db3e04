/** Checks whether the built pages match the current files. Compares contents, because timestamps are unreliable. */
import { createHash, type Hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Generated folders, and installed packages, which the lock file determines. */
const NOT_SOURCES = ['node_modules', 'dist', 'coverage']

const fileOf = (root: string) => join(root, '.nx/built-pages')

/**
 * Hashes everything that affects the pages: the apps, all libraries, the files in the workspace root and the installed
 * packages.
 * @param apps Folders below `root`
 */
export function hashSources(root: string, apps: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const name of readdirSync(root).sort()) if (!isFolder(join(root, name))) add(hash, join(root, name))
  add(hash, join(root, 'node_modules/.package-lock.json'))
  for (const folder of [...apps, 'libs']) addFolder(hash, join(root, folder), NOT_SOURCES)
  return hash.digest('hex')
}

export const pagesAreCurrent = (sources: string, root: string, apps: readonly string[]): boolean =>
  read(fileOf(root))?.toString() === `${sources} ${pages(root, apps)}\n`

/**
 * Records a finished build, unless a file has changed since the build started.
 * @param sources Result of `hashSources` before the build
 */
export function recordBuild(sources: string, root: string, apps: readonly string[]): void {
  rmSync(fileOf(root), { force: true })
  if (sources !== hashSources(root, apps)) return
  mkdirSync(dirname(fileOf(root)), { recursive: true })
  writeFileSync(fileOf(root), `${sources} ${pages(root, apps)}\n`)
}

/** Hashes the built pages, because another build or a user may have changed or deleted them. */
function pages(root: string, apps: readonly string[]): string {
  const hash = createHash('sha256')
  for (const app of apps) addFolder(hash, join(root, app, 'dist'), [])
  return hash.digest('hex')
}

function addFolder(hash: Hash, folder: string, without: readonly string[]): void {
  if (!isFolder(folder)) return
  for (const name of readdirSync(folder).sort()) {
    if (without.includes(name)) continue
    const path = join(folder, name)
    if (isFolder(path)) addFolder(hash, path, without)
    else add(hash, path)
  }
}

function add(hash: Hash, path: string): void {
  const content = read(path)
  hash.update(`${path}\0${content?.length ?? 'none'}\0`)
  if (content) hash.update(content)
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Returns undefined for missing files, such as an editor's dangling lock link or a file deleted during the scan. */
function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
