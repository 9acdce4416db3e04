/** Checks that the case tables use every supported operator. */
import { describe, expect, test } from 'vitest'
import { ACCUMULATORS, EXPRESSION_OPERATORS } from '../../src/expressions.ts'
import { QUERY_OPERATORS } from '../../src/filter.ts'
import { MODIFIERS } from '../../src/modifiers.ts'
import { STAGES } from '../../src/pipeline.ts'
import { commandTable } from './commands.ts'
import { tables as expressions } from './expressions.ts'
import { indexedTables, indexTable } from './indexes.ts'
import { projectionTable } from './projection.ts'
import { queryTable } from './query.ts'
import type { Case } from './run.ts'
import { sortTable } from './sort.ts'
import { tables as stages } from './stages.ts'
import { transactionTable } from './transactions.ts'
import { tables as updates } from './updates.ts'
import { tables as writes } from './writes.ts'

type Kind = 'query' | 'update' | 'positional' | 'expression' | 'accumulator' | 'stage'
type Seen = Record<Kind, Set<string>>
const nothingSeen = (): Seen => ({
  query: new Set(),
  update: new Set(),
  positional: new Set(),
  expression: new Set(),
  accumulator: new Set(),
  stage: new Set(),
})

const accepted = nothingSeen()
const rejected = nothingSeen()

const isList = (v: unknown): v is readonly unknown[] => Array.isArray(v)
const entries = (v: unknown): [string, unknown][] => {
  if (v instanceof Map) return [...v]
  return typeof v === 'object' && v !== null && Object.getPrototypeOf(v) === Object.prototype ? Object.entries(v) : []
}

function inFilter(filter: unknown, seen: Seen): void {
  if (isList(filter)) for (const item of filter) inFilter(item, seen)
  for (const [name, value] of entries(filter)) {
    if (name.startsWith('$')) seen.query.add(name)
    if (name === '$expr') inExpression(value, seen)
    else inFilter(value, seen)
  }
}

function inExpression(expression: unknown, seen: Seen): void {
  if (isList(expression)) for (const item of expression) inExpression(item, seen)
  for (const [name, value] of entries(expression)) {
    if (name.startsWith('$')) seen.expression.add(name)
    if (name !== '$literal') inExpression(value, seen)
  }
}

function inPipeline(pipeline: unknown, seen: Seen): void {
  for (const stage of isList(pipeline) ? pipeline : []) {
    for (const [name, argument] of entries(stage)) {
      seen.stage.add(name)
      const fields = Object.fromEntries(entries(argument))
      if (name === '$match') inFilter(argument, seen)
      else if (name === '$group') {
        for (const [field, value] of entries(argument)) {
          if (field !== '_id') for (const [accumulator] of entries(value)) seen.accumulator.add(accumulator)
          for (const operand of field === '_id' ? [value] : entries(value).map(([, v]) => v)) inExpression(operand, seen)
        }
      } else if (name === '$facet') for (const inner of Object.values(fields)) inPipeline(inner, seen)
      else if (name === '$lookup' || name === '$unionWith' || name === '$merge') {
        inPipeline(fields.pipeline ?? fields.whenMatched, seen)
        inExpression(fields.let, seen)
      } else inExpression(argument, seen)
    }
  }
}

function inUpdate(update: unknown, seen: Seen): void {
  if (isList(update)) inPipeline(update, seen)
  for (const [operator, fields] of entries(update)) {
    if (operator.startsWith('$')) seen.update.add(operator)
    for (const [path, operand] of entries(fields)) {
      for (const part of path.split('.')) if (part.startsWith('$')) seen.positional.add(part.replace(/\w+/, 'name'))
      if (operator === '$pull') inFilter(operand, seen)
      for (const [clause] of entries(operand)) if (clause.startsWith('$')) seen.update.add(clause)
    }
  }
}

/** Searches the fields of any command, and the statements of update and delete commands. */
function inCommand(command: unknown, seen: Seen): void {
  for (const [name, value] of entries(command)) {
    if (name === 'filter' || name === 'query' || name === 'q') inFilter(value, seen)
    else if (name === 'u' || name === 'update') inUpdate(value, seen)
    else if (name === 'arrayFilters') inFilter(value, seen)
    else if (name === 'pipeline') inPipeline(value, seen)
    if (name === 'updates' || name === 'deletes') for (const statement of isList(value) ? value : []) inCommand(statement, seen)
  }
}

function search(c: Case): void {
  const seen = c.error ? rejected : accepted
  for (const command of c.before ?? []) inCommand(command, accepted)
  if ('find' in c) inFilter(c.find, seen)
  if ('update' in c) {
    inFilter(c.filter, seen)
    inUpdate(c.update, seen)
    inFilter(c.options?.arrayFilters, seen)
  }
  if ('aggregate' in c) inPipeline(c.aggregate, seen)
  if ('command' in c) inCommand(c.command, seen)
}

const tables = [
  queryTable,
  sortTable,
  projectionTable,
  indexTable,
  ...indexedTables,
  commandTable,
  transactionTable,
  ...updates,
  ...writes,
  ...expressions,
  ...stages,
]
for (const { cases } of tables) for (const c of cases) search(c)

describe('every supported operator has a test', () => {
  const missing = (names: Iterable<string>, seen: ReadonlySet<string>) => [...names].filter((name) => !seen.has(name))

  test('covers query operators', () => expect(missing(QUERY_OPERATORS, accepted.query)).toEqual([]))
  test('covers update operators', () => expect(missing(MODIFIERS.keys(), accepted.update)).toEqual([]))
  test('covers $push and $addToSet clauses', () => expect(missing(['$each', '$slice', '$sort', '$position'], accepted.update)).toEqual([]))
  test('covers positional operators', () => expect(missing(['$', '$[]', '$[name]'], accepted.positional)).toEqual([]))
  test('covers expression operators', () => expect(missing(EXPRESSION_OPERATORS, accepted.expression)).toEqual([]))
  test('covers accumulators', () => expect(missing(ACCUMULATORS, accepted.accumulator)).toEqual([]))
  test('covers stages', () => expect(missing(STAGES, accepted.stage)).toEqual([]))
})

describe('every operator that can fail has an error test', () => {
  /** These operators accept any operand, so they need no error test. */
  const TOLERANT =
    '$and $or $literal $cmp $sum $avg $min $max $isArray $isNumber $toBool $eq $ne $exists $comment $unset $setOnInsert'.split(' ')
  const missing = (names: Iterable<string>, seen: ReadonlySet<string>) =>
    [...names].filter((name) => !seen.has(name) && !TOLERANT.includes(name))

  test('covers errors of update operators', () => expect(missing(MODIFIERS.keys(), rejected.update)).toEqual([]))
  test('covers errors of expression operators', () => expect(missing(EXPRESSION_OPERATORS, rejected.expression)).toEqual([]))
  test('covers errors of stages', () => expect(missing(STAGES, rejected.stage)).toEqual([]))
})
