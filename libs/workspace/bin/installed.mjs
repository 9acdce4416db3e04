/** Exits with 0 if node_modules holds what package-lock.json says, and with 1 if `npm ci` is due. Runs before anything is installed, on any Node. */
import { existsSync, readFileSync } from 'node:fs'

/** Where each package lies and what it is. Who needs it, and for what, npm may word otherwise without anything to install. */
function packagesOf(lock) {
  const all = Object.entries(existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')).packages : {})
  const content = ({ link, resolved, version, integrity }) => (link ? resolved : `${version} ${integrity}`)
  return new Map(
    all
      .filter(([path]) => path.includes('node_modules/'))
      .map(([path, entry]) => [path, { content: content(entry), optional: entry.optional }]),
  )
}

// npm writes its own lock into node_modules as its last act. It lacks the optional packages of other machines.
const wanted = packagesOf('package-lock.json')
const present = packagesOf('node_modules/.package-lock.json')

const asWanted = ([path, { content, optional }]) => (present.has(path) ? present.get(path).content === content : optional)
const upToDate = [...wanted].every(asWanted) && [...present.keys()].every((path) => wanted.has(path))
process.exit(upToDate && existsSync('node_modules/.bin/node') ? 0 : 1)
