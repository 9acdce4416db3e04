/** Whether the built pages are those of the files as they are now: by content, so that no clock and no tool that keeps times can mislead it. */
import { createHash, type Hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What is made from the sources, or is named by the lock files. */
const NOT_SOURCES = ['node_modules', 'dist', 'coverage']

const fileOf = (root: string) => join(root, '.nx/built-pages')

/**
 * Of all that pages are built from: the apps, all libraries, every file at the workspace's root, what is installed.
 * @param apps Folders below `root`.
 */
export function sourcesOfPages(root: string, apps: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const name of readdirSync(root).sort()) if (!isFolder(join(root, name))) add(hash, join(root, name))
  add(hash, join(root, 'node_modules/.package-lock.json'))
  for (const folder of [...apps, 'libs']) addFolder(hash, join(root, folder), NOT_SOURCES)
  return hash.digest('hex')
}

/** @param sources What `sourcesOfPages` says now. */
export const pagesAreOf = (sources: string, root: string, apps: readonly string[]): boolean =>
  read(fileOf(root))?.toString() === `${sources} ${pages(root, apps)}\n`

/** To be called after a build. @param sources What `sourcesOfPages` said before it: nothing is kept when a file has changed meanwhile. */
export function rememberPages(sources: string, root: string, apps: readonly string[]): void {
  rmSync(fileOf(root), { force: true })
  if (sources !== sourcesOfPages(root, apps)) return
  mkdirSync(dirname(fileOf(root)), { recursive: true })
  writeFileSync(fileOf(root), `${sources} ${pages(root, apps)}\n`)
}

/** The pages themselves count too: another build may have changed them, or somebody removed them. */
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

/** An editor's lock may be a link to nothing, and a file may go while we look. */
function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
