/** Stands in for `npm ci --workspace=…` where an image is laid out for a test: the same packages at the same places, as links to the installed ones. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Locked {
  /** Of a workspace's link: its folder. */
  readonly resolved?: string
  readonly link?: boolean
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
}

interface Options {
  /** Where package-lock.json and all of node_modules are. */
  readonly root: string
  /** The laid-out folder that holds the copied manifests. */
  readonly into: string
  /** `services/campaigns`. */
  readonly workspace: string
  /** `--omit=dev`. */
  readonly omitDev: boolean
}

/** @throws Error for a workspace that is needed and whose manifest was not copied: npm would leave a link to nothing */
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
    // A package within another one comes along with it.
    if (!link && place.split('node_modules/').length > 2) continue
    mkdirSync(dirname(join(into, place)), { recursive: true })
    // Relative, as npm makes them: the folder is copied to another place.
    symlinkSync(link ? relative(dirname(place), resolved) : join(root, place), join(into, place))
  }
}

/** Where Node looks for a package that a folder needs, nearest first. */
function placesAbove(folder: string, name: string): string[] {
  const parts = folder.split('/')
  const folders = parts.map((_, at) => parts.slice(0, parts.length - at).join('/')).filter((one) => !one.endsWith('node_modules'))
  return [...folders.map((one) => `${one}/node_modules/${name}`), `node_modules/${name}`]
}
