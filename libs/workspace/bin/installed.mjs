/**
 * Runs before anything is installed, on any Node. Exits with 0 if node_modules holds what package-lock.json says; if not, prints the first
 * difference and exits with 1. With `--user` it prints the process of a Reelfair that runs from this checkout, if there is one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

if (process.argv[2] === '--user') {
  console.log(userOf(process.env.REELFAIR_FOLDER || '.reelfair') || userOf('.reelfair') || '')
  process.exit(0)
}

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

function firstDifference() {
  // npm writes its own lock into node_modules as its last act. It lacks the optional packages of other machines.
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  for (const [path, { content, optional }] of wanted) {
    if (!present.has(path) && !optional) return `${path} is missing`
    if (present.has(path) && present.get(path).content !== content) return `${path} is ${present.get(path).content} in place of ${content}`
  }
  for (const path of present.keys()) if (!wanted.has(path)) return `${path} is there and not wanted`
  return existsSync('node_modules/.bin/node') ? undefined : 'node_modules/.bin/node is missing'
}

/** The process that has a data folder, as deploy/local/src/running.ts writes it; one that a killed process left behind counts as nothing. */
function userOf(folder) {
  for (const name of ['owner.json', 'running.json']) {
    try {
      const { pid, bornAt } = JSON.parse(readFileSync(resolve(folder, name), 'utf8'))
      // The program's name, in parentheses, may hold anything; the 22nd field is the 20th after it.
      if (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[19] === bornAt) return pid
    } catch (_) {
      // No such file, an unfinished one, or no such process: nobody.
    }
  }
  return undefined
}

const difference = firstDifference()
if (difference) console.log(difference)
process.exit(difference ? 1 : 0)
