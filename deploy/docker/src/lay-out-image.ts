/** Creates an image's contents in a folder, from its Dockerfile, so that its commands can run as plain processes. */
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, join, posix, relative } from 'node:path'
import { commandOf, lastOf, readDockerfile, readIgnored, replaceVariables, type Stage } from './read-dockerfile.ts'

export interface Image {
  /** Corresponds to `/` in the image. */
  readonly root: string
  readonly cwd: string
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

interface Options {
  readonly dockerfile: string
  readonly context: string
  readonly into: string
  readonly args: Readonly<Record<string, string>>
  run(command: string, cwd: string): void
}

/** @throws Error for a COPY whose source is not in the context, and for an unsupported instruction */
export function layOutImage(options: Options): Image {
  const stages = readDockerfile(options.dockerfile)
  const isIgnored = readIgnored(`${options.dockerfile}.dockerignore`)
  const last = stages.at(-1)
  if (!last) throw new Error(`${options.dockerfile} contains no stage`)
  const rootOf = (name: string | undefined) => join(options.into, name ?? 'image')
  let workdir = '/'
  let environment: Record<string, string> = {}
  for (const stage of stages) ({ workdir, environment } = layOutStage(stage, { ...options, rootOf, isIgnored }))
  return {
    root: rootOf(last.name),
    cwd: join(rootOf(last.name), workdir),
    command: commandOf(lastOf(last, 'CMD') ?? ''),
    healthCheck: commandOf(lastOf(last, 'HEALTHCHECK') ?? ''),
    environment,
  }
}

interface StageOptions extends Options {
  rootOf(stage: string | undefined): string
  isIgnored(path: string): boolean
}

function layOutStage(stage: Stage, { context, args, run, rootOf, isIgnored }: StageOptions) {
  const root = rootOf(stage.name)
  let workdir = '/'
  const environment: Record<string, string> = {}
  const variables: Record<string, string> = {}

  const copy = (rest: string) => {
    const words = replaceVariables(rest, variables).split(' ')
    const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
    const target = words.pop() ?? ''
    const isFolder = target.endsWith('/') || words.length > 1
    for (const source of words) {
      const origin = from ? join(rootOf(from), source) : join(context, source)
      if (!existsSync(origin) || (!from && isIgnored(source)))
        throw new Error(`COPY ${rest}: ${source} is not ${from ? `in the stage ${from}` : 'in the context'}`)
      const place = join(root, posix.resolve(workdir, target))
      cpSync(origin, isFolder && statSync(origin).isFile() ? join(place, basename(source)) : place, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => from !== undefined || !isIgnored(relative(context, path)),
      })
    }
  }

  for (const { name, rest } of stage.instructions) {
    if (name === 'ARG') variables[rest] = args[rest] ?? ''
    else if (name === 'ENV')
      for (const [, key = '', value = ''] of replaceVariables(rest, variables).matchAll(/(\w+)=(\S+)/g)) environment[key] = value
    else if (name === 'WORKDIR') {
      workdir = posix.resolve(workdir, replaceVariables(rest, variables))
      mkdirSync(join(root, workdir), { recursive: true })
    } else if (name === 'COPY') copy(rest)
    else if (name === 'RUN') run(replaceVariables(rest, variables), join(root, workdir))
    else if (!['USER', 'EXPOSE', 'HEALTHCHECK', 'CMD'].includes(name)) throw new Error(`unsupported instruction ${name}`)
  }
  return { workdir, environment }
}
