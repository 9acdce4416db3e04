/** Generates the tables of a service's README; a test in each service checks that they are up to date. */
import type { z } from 'zod'
import { fullConfig } from '../config.ts'
import { allCommands } from '../run-command.ts'
import type { AnyService } from '../service.ts'
import { accessOf, inWords } from './words.ts'

export function tablesOf(definition: AnyService): string {
  const { routes = [], subscribes = [], publishes = [], jobs = [], workers = [] } = definition
  return [
    table(
      'Endpoints',
      ['Route', 'Access', 'Action'],
      routes.map(({ method, path, options }) => [
        code(`${method.toUpperCase()} ${path}`),
        options.raw ? 'signature' : accessOf(options),
        inWords(options.run.name),
      ]),
    ),
    table(
      'Subscribes to',
      ['Event', 'Action'],
      subscribes.map(({ event, run }) => [code(event.type), inWords(run.name)]),
    ),
    table(
      'Publishes',
      ['Event', 'Fields'],
      publishes.map(({ type, schema, transient }) => [
        code(type),
        `${Object.keys(schema.shape).join(', ')}${transient ? ' (not persisted)' : ''}`,
      ]),
    ),
    table(
      'Jobs',
      ['Time (Europe/Paris)', 'Job', 'Action'],
      jobs.map(({ at, name, run }) => [at, code(name), inWords(run.name)]),
    ),
    table(
      'Workers',
      ['Worker', 'Action', 'Interval'],
      workers.map(({ name, run, everyMs }) => [code(name), inWords(run.name), `${everyMs} ms`]),
    ),
    table(
      'Commands',
      ['Command', 'Description'],
      allCommands(definition).map(({ name, args, description }) => [
        code([name, ...Object.entries(args).map(wordOf)].join(' ')),
        description,
      ]),
    ),
    table(
      'Environment variables',
      ['Name', 'Description', 'Default'],
      Object.entries(fullConfig(definition)).map(([key, schema]) => [code(key), schema.description ?? '', withoutIt(schema)]),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const code = (text: string) => `\`${text}\``

/** Pads columns to their widest cell, because Biome would replace any other padding. */
function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')))
  const widths = head.map((_, column) => lines.reduce((widest, cells) => Math.max(widest, cells[column]?.length ?? 0), 3))
  const line = (cells: readonly string[]) => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [titles = [], ...rest] = lines
  return [`### ${title}`, '', line(titles), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}

function wordOf([name, schema]: readonly [string, z.ZodType]): string {
  const word = name.toUpperCase()
  return schema.safeParse(undefined).success ? `[${word}]` : word
}

/**
 * Returns the text for the Default column. `.meta({ without: '…' })` describes a missing key with a special meaning
 * (see config.ts).
 */
function withoutIt(schema: z.ZodType): string {
  const { without } = schema.meta() ?? {}
  if (typeof without === 'string') return without
  const { success, data } = schema.safeParse(undefined)
  if (!success) return 'required'
  // A list or object default is always parsed from an empty string.
  return data === undefined || typeof data === 'object' || data === '' ? 'none' : code(String(data))
}
