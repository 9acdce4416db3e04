/**
 * Reads Dockerfiles, so that tests can check them and lay out images without Docker. Supports only the instructions
 * that this package's Dockerfiles use.
 */
import { readFileSync } from 'node:fs'

interface Instruction {
  readonly name: string
  /** The text after the name, with its lines joined but its variables not yet replaced. */
  readonly rest: string
}

export interface Stage {
  readonly image: string
  /** The name after AS. Undefined for the last stage. */
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** @throws Error for an instruction before the first FROM */
export function readDockerfile(file: string): readonly Stage[] {
  const text = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
  const stages: { image: string; name: string | undefined; instructions: Instruction[] }[] = []
  for (const line of text.split('\n')) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const [image = '', , as] = rest.split(/\s+/)
      stages.push({ image, name: as, instructions: [] })
    } else {
      const stage = stages.at(-1)
      if (!stage) throw new Error(`${file}: ${line} precedes the first FROM`)
      stage.instructions.push({ name, rest })
    }
  }
  return stages
}

/** @throws Error for a variable without a value */
export const replaceVariables = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`\${${name}} in "${text}" has no value`)
    return value
  })

export function lastOf(stage: Stage, name: string): string | undefined {
  return stage.instructions.findLast((instruction) => instruction.name === name)?.rest
}

/** Returns the program and arguments of `CMD […]`, including one in a HEALTHCHECK. @throws Error for the shell form */
export function commandOf(rest: string): readonly string[] {
  const [list] = /\[.*\]$/.exec(rest) ?? []
  if (!list) throw new Error(`"${rest}" is not in the form of a list, so a shell would intercept the signals`)
  return JSON.parse(list)
}

/**
 * Reads a `.dockerignore`. The last line that matches a path or one of its parent folders determines the result.
 * @returns a function that tests whether a path, relative to the context, is excluded
 */
export function readIgnored(file: string): (path: string) => boolean {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const rules = lines.map((line) => ({ keeps: line.startsWith('!'), pattern: regExpOf(line.replace(/^!/, '')) }))
  return (path) => {
    const parts = path.split('/')
    const selfAndAbove = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
    const last = rules.findLast(({ pattern }) => selfAndAbove.some((one) => pattern.test(one)))
    return last !== undefined && !last.keeps
  }
}

/** `*` matches anything but a slash, including dots. `**` followed by a slash matches any number of folders. */
const regExpOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))}$`)
