/**
 * Runs before the first install, on any version of Node. Exits with 0 if node_modules matches package-lock.json.
 * Otherwise prints the first difference and exits with 1. With `--user`, prints the process id of a Reelfair that is
 * running from this checkout, if any.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

if (process.argv[2] === '--user') {
  console.log(userOf(process.env.REELFAIR_FOLDER || '.reelfair') || userOf('.reelfair') || '')
  process.exit(0)
}

/** npm may write other fields differently in the two lock files. */
function packagesOf(lock) {
  const all = Object.entries(existsSync(lock) ? JSON.parse(readFileSync(lock, 'utf8')).packages : {})
  const content = ({ link, resolved, version, integrity }) => (link ? resolved : `${version} ${integrity}`)
  return new Map(
    all
      .filter(([path]) => path.includes('node_modules/'))
      .map(([path, entry]) => [path, { content: content(entry), optional: entry.optional }]),
  )
}

function firstDifference() {
  // npm writes this lock file last and omits optional packages for other platforms.
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  for (const [path, { content, optional }] of wanted) {
    if (!present.has(path) && !optional) return `${path} is missing`
    if (present.has(path) && present.get(path).content !== content) return `${path} is ${present.get(path).content}, expected ${content}`
  }
  for (const path of present.keys()) if (!wanted.has(path)) return `${path} is not in package-lock.json`
  return existsSync('node_modules/.bin/node') ? undefined : 'node_modules/.bin/node is missing'
}

/** Reads the process id that deploy/local/src/running.ts recorded; undefined if that process is dead. */
function userOf(folder) {
  for (const name of ['owner.json', 'running.json']) {
    try {
      const { pid, bornAt } = JSON.parse(readFileSync(resolve(folder, name), 'utf8'))
      // The program name in parentheses may contain spaces. The start time, field 22, is the 20th field after it.
      if (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[19] === bornAt) return pid
    } catch (_) {
      // The file is missing or incomplete, or the process has ended.
    }
  }
  return undefined
}

const difference = firstDifference()
if (difference) console.log(difference)
process.exit(difference ? 1 : 0)
