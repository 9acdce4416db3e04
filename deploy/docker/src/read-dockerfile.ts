/** Reads the Dockerfiles of this folder, in the few instructions that they use, so that they can be checked and laid out without Docker. */
import { readFileSync } from 'node:fs'

export interface Instruction {
  readonly name: string
  /** What follows the name, lines joined, variables not yet replaced. */
  readonly rest: string
}

export interface Stage {
  readonly image: string
  /** After AS; undefined for the last one. */
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
      if (!stage) throw new Error(`${file}: ${line} stands before the first FROM`)
      stage.instructions.push({ name, rest })
    }
  }
  return stages
}

/** @throws Error for a variable that nobody has given */
export const replaceVariables = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`\${${name}} in "${text}" has no value`)
    return value
  })

/** The last instruction of a name in a stage; CMD and HEALTHCHECK in their form of a list. */
export function lastOf(stage: Stage, name: string): string | undefined {
  return stage.instructions.findLast((instruction) => instruction.name === name)?.rest
}

/** The program and arguments of `CMD […]`, also of one within a HEALTHCHECK. @throws Error when it is of another form */
export function commandOf(rest: string): readonly string[] {
  const [list] = /\[.*\]$/.exec(rest) ?? []
  if (!list) throw new Error(`"${rest}" is not in the form of a list, so a shell would stand between us and the signals`)
  return JSON.parse(list)
}

/**
 * Which files a builder is sent, by a `.dockerignore`: the last line that fits a path, or a folder above it, decides.
 * @returns whether a path, relative to the context, is left out
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

/** `*` is anything but a slash, dots included; `**` and its slash any number of folders. */
const regExpOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))}$`)
