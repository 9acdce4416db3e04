/** The tables in a service's README, from its definition; a test of the service compares them. */
import type { z } from 'zod'
import { fullConfig } from '../config.ts'
import { allCommands } from '../run-command.ts'
import type { AnyService } from '../service.ts'
import { inWords } from './words.ts'

/** Markdown with a heading for each kind of part that the service has. */
export function tablesOf(definition: AnyService): string {
  const { routes = [], hears = [], says = [], jobs = [], workers = [] } = definition
  return [
    table(
      'Answers',
      ['Route', 'Who', 'What'],
      routes.map(({ method, path, options }) => [
        code(`${method.toUpperCase()} ${path}`),
        options.raw ? 'whoever signs it' : [options.role].flat().join(', '),
        inWords(options.run.name),
      ]),
    ),
    table(
      'Hears',
      ['Event', 'What then'],
      hears.map(({ event, run }) => [code(event.type), inWords(run.name)]),
    ),
    table(
      'Says',
      ['Event', 'Carries'],
      says.map(({ type, schema, transient }) => [
        code(type),
        `${Object.keys(schema.shape).join(', ')}${transient ? ' (kept by nobody)' : ''}`,
      ]),
    ),
    table(
      'By the clock',
      ['At (Europe/Paris)', 'Job', 'What'],
      jobs.map(({ at, name, run }) => [at, code(name), inWords(run.name)]),
    ),
    table(
      'Always at work',
      ['Worker', 'What', 'Looks every'],
      workers.map(({ name, run, everyMs }) => [code(name), inWords(run.name), `${everyMs} ms`]),
    ),
    table(
      'Commands',
      ['Command', 'What'],
      allCommands(definition).map(({ name, args, does }) => [code([name, ...Object.entries(args).map(wordOf)].join(' ')), does]),
    ),
    table(
      'Variables',
      ['Name', 'What', 'Without it'],
      Object.entries(fullConfig(definition)).map(([key, schema]) => [code(key), schema.description ?? '', withoutIt(schema)]),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const code = (text: string) => `\`${text}\``

/** Columns are as wide as their widest cell, which is how Biome formats a README: else the one would undo the other. */
function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')))
  const widths = head.map((_, column) => lines.reduce((widest, cells) => Math.max(widest, cells[column]?.length ?? 0), 3))
  const line = (cells: readonly string[]) => `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [titles = [], ...rest] = lines
  return [`### ${title}`, '', line(titles), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}

/** An argument as it is typed; in brackets when it may be left out. */
function wordOf([name, schema]: readonly [string, z.ZodType]): string {
  const word = name.toUpperCase()
  return schema.safeParse(undefined).success ? `[${word}]` : word
}

/** @see config.ts: a key whose absence means something else says so itself, by `.meta({ without: '…' })`. */
function withoutIt(schema: z.ZodType): string {
  const { without } = schema.meta() ?? {}
  if (typeof without === 'string') return without
  const { success, data } = schema.safeParse(undefined)
  if (!success) return 'does not start'
  // A list or an object was made of what an operator writes; only nothing makes one by itself.
  return data === undefined || typeof data === 'object' || data === '' ? 'does without' : code(String(data))
}
