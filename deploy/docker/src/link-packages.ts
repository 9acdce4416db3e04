/** Replaces `npm ci --workspace=…` in laid-out images: links the installed packages at the same paths. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Locked {
  /** The workspace's folder, if the entry is a link. */
  readonly resolved?: string
  readonly link?: boolean
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

interface Options {
  /** The folder that contains package-lock.json and node_modules. */
  readonly root: string
  /** The laid-out folder that contains the copied manifests. */
  readonly into: string
  /** Example: `services/campaigns`. */
  readonly workspace: string
  /** Corresponds to `--omit=dev`. */
  readonly omitDev: boolean
}

/** @throws Error for a required workspace without a copied manifest, because npm would create a dangling link */
export function linkPackages({ root, into, workspace, omitDev }: Options): void {
  const locked: Record<string, Locked> = JSON.parse(readFileSync(join(into, 'package-lock.json'), 'utf8')).packages
  const places = new Set<string>()
  const wanted = [`node_modules/@reelfair/${workspace.split('/').at(-1)}`]

  for (let place = wanted.pop(); place !== undefined; place = wanted.pop()) {
    if (places.has(place)) continue
    places.add(place)
    const { link, resolved = '' } = locked[place] ?? {}
    const folder = link ? resolved : place
    const { dependencies, devDependencies, peerDependencies } = locked[folder] ?? {}
    const own = folder === workspace && !omitDev ? devDependencies : {}
    for (const name of Object.keys({ ...peerDependencies, ...dependencies, ...own })) {
      const found = placesAbove(folder, name).find((one) => locked[one])
      if (found) wanted.push(found)
    }
  }

  for (const place of places) {
    const { link, resolved = '' } = locked[place] ?? {}
    if (link && !existsSync(join(into, resolved, 'package.json')))
      throw new Error(`${workspace} needs ${resolved}, whose manifest was not copied`)
    // Linking the parent package has already included its nested packages.
    if (!link && place.split('node_modules/').length > 2) continue
    mkdirSync(dirname(join(into, place)), { recursive: true })
    // Relative, like npm's links, because the folder is copied elsewhere.
    symlinkSync(link ? relative(dirname(place), resolved) : join(root, place), join(into, place))
  }
}

/** Lists the places where Node looks for a package that the folder imports, nearest first. */
function placesAbove(folder: string, name: string): string[] {
  const parts = folder.split('/')
  const folders = parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).filter((one) => !one.endsWith('node_modules'))
  return [...folders.map((one) => `${one}/node_modules/${name}`), `node_modules/${name}`]
}
