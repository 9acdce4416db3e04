import { refuse } from '../errors.ts'
import { type Accumulator, accumulators, approximateSize } from '../expressions/accumulators.ts'
import { compileExpression, type Expression } from '../expressions.ts'
import { sliced } from '../guard.ts'
import { compare, hashKey } from '../keys.ts'
import { firstKey } from '../paths.ts'
import { type Doc, isDoc, isNum, toNumber, typeName, type Value } from '../values.ts'
import { inBatches, type ParseContext, type Stage } from './stage.ts'

interface Field {
  readonly name: string
  readonly start: () => Accumulator
  readonly expression: Expression
}

interface Group {
  readonly id: Value
  readonly values: readonly Accumulator[]
}

/** Approximate memory of a new group excluding its _id, in bytes. */
const GROUP_BYTES = 200

export function group(spec: Value, { vars }: ParseContext): Stage {
  if (!isDoc(spec)) return refuse(15947, "a group's fields must be specified in an object")
  const given = spec.get('_id')
  if (given === undefined) return refuse(15955, 'a group specification must include an _id')
  checkId(given)
  const id = compileExpression(given, { vars })
  const fields: Field[] = []
  for (const [name, value] of spec) {
    if (name === '_id') continue
    const [operator, argument] = accumulatorOf(name, value)
    const start = accumulators[operator] as () => Accumulator
    fields.push({ name, start, expression: compileExpression(operator === '$count' ? 1 : argument, { vars }) })
  }
  const names = fields.map((field) => field.name)
  return {
    name: '$group',
    reads: readBy([id, ...fields.map((field) => field.expression)]),
    outputsOnlyReads: true,
    async *run(input, env) {
      const groups = new Map<unknown, Group>()
      const add = (doc: Doc): number => {
        const value = id.evaluate(doc) ?? null
        const key = groupKey(value)
        let bytes = 0
        let found = groups.get(key)
        if (!found) {
          found = { id: value, values: fields.map((field) => field.start()) }
          groups.set(key, found)
          bytes += GROUP_BYTES + approximateSize(value)
        }
        for (let i = 0; i < fields.length; i++) bytes += (found.values[i] as Accumulator).add((fields[i] as Field).expression.evaluate(doc))
        return bytes
      }
      for await (const batch of input) {
        for (const bytes of sliced(batch, true, add)) {
          env.budget.add(bytes.reduce((sum, n) => sum + n, 0))
          await env.yieldIfDue()
        }
      }
      yield* inBatches(documents(groups.values(), names), env)
    },
  }
}

function* documents(groups: Iterable<Group>, names: readonly string[]): Iterable<Doc> {
  for (const { id, values } of groups) {
    const doc: Doc = new Map([['_id', id]])
    for (const [i, value] of values.entries()) doc.set(names[i] as string, value.result())
    yield doc
  }
}

function checkId(id: Value): void {
  if (!isDoc(id) || firstKey(id)?.[0] === '$') return
  if ([...id.values()].some((v) => isNum(v) || typeof v === 'boolean')) refuse(17390, '$group does not support inclusion-style expressions')
}

function accumulatorOf(name: string, value: Value): [string, Value] {
  const [only] = isDoc(value) ? value : []
  if (!isDoc(value) || only?.[0][0] !== '$') return refuse(40234, `The field '${name}' must be an accumulator object`)
  if (name.includes('.')) refuse(40235, `The field name '${name}' cannot contain '.'`)
  if (name[0] === '$') refuse(40236, `The field name '${name}' cannot be an operator name`)
  if (value.size > 1) refuse(40238, `The field '${name}' must specify one accumulator`)
  const [operator, argument] = only
  if (Array.isArray(argument)) refuse(40237, `The ${operator} accumulator is a unary operator`)
  if (!Object.hasOwn(accumulators, operator)) refuse(15952, `unknown group operator '${operator}'`)
  if (operator === '$count' && !(isDoc(argument) && argument.size === 0))
    refuse('TypeMismatch', '$count takes no arguments, i.e. $count:{}')
  return only
}

/** Top-level fields that the expressions read. Null if an expression needs the whole document. */
function readBy(expressions: readonly Expression[]): ReadonlySet<string> | null {
  const all = new Set<string>()
  for (const { fields } of expressions) {
    if (!fields) return null
    for (const name of fields) all.add(name)
  }
  return all
}

/** Equal values have the same key. Strings and ordinary numbers need no encoding. */
function groupKey(v: Value): unknown {
  if (typeof v === 'string') return `"${v}`
  if (isNum(v)) {
    const n = toNumber(v)
    return typeof v === 'number' || compare(n, v) === 0 ? n : hashKey(v)
  }
  return v === null ? null : hashKey(v)
}

export function count(spec: Value): Stage {
  if (typeof spec !== 'string') return refuse(40156, 'the count field must be a non-empty string')
  if (spec === '') refuse(40157, 'the count field must be a non-empty string')
  if (spec[0] === '$') refuse(40158, 'the count field cannot be a $-prefixed path')
  if (spec.includes('\0')) refuse(40159, 'the count field cannot contain a null byte')
  if (spec.includes('.')) refuse(40160, "the count field cannot contain '.'")
  return {
    name: '$count',
    reads: new Set(),
    outputsOnlyReads: true,
    async *run(input) {
      let n = 0
      for await (const batch of input) n += batch.length
      if (n > 0) yield [new Map([[spec, n > 0x7fffffff ? BigInt(n) : n]])]
    },
  }
}

export function sortByCount(spec: Value): readonly Doc[] {
  if (isDoc(spec)) {
    if (firstKey(spec)?.[0] !== '$')
      refuse(40147, `the sortByCount field must be defined as a $-prefixed path or an expression inside an object`)
  } else if (typeof spec !== 'string')
    refuse(40149, `the sortByCount field must be specified as a string or as an object, but is ${typeName(spec)}`)
  else if (spec[0] !== '$') refuse(40148, 'the sortByCount field must be defined as a $-prefixed path or an expression inside an object')
  const total = new Map<string, Value>([['$sum', 1]])
  const grouped = new Map<string, Value>([['_id', spec]]).set('count', total)
  return [new Map([['$group', grouped]]), new Map([['$sort', new Map([['count', -1]])]])]
}
