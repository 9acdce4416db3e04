/** Parses `$merge` and computes the documents to write. The engine writes them. */
import { type MongoError, refuse } from '../errors.ts'
import { validateVariable } from '../expressions/context.ts'
import { compileExpression, type Vars } from '../expressions.ts'
import { guarded } from '../guard.ts'
import { type Doc, isDoc, ObjectId, typeName, type Value } from '../values.ts'
import { inBatches, type MergeSpec, type ParseContext, type Stage } from './stage.ts'

const FIELDS = new Set(['into', 'on', 'let', 'whenMatched', 'whenNotMatched'])
const MATCHED = ['replace', 'keepExisting', 'merge', 'fail']
const NOT_MATCHED = ['insert', 'discard', 'fail']

type CompileUpdate = (stages: readonly Doc[], options: { readonly vars: Vars }) => (doc: Doc) => Doc

export function merge(given: Value, { vars }: ParseContext, compileUpdate: CompileUpdate): Stage {
  if (typeof given !== 'string' && !isDoc(given))
    return refuse('TypeMismatch', `$merge requires a string or object argument, but found ${typeName(given)}`)
  const spec: Doc = isDoc(given) ? given : new Map([['into', given]])
  for (const name of spec.keys()) if (!FIELDS.has(name)) refuse(40415, `BSON field '$merge.${name}' is an unknown field.`)
  const target = targetOf(spec.get('into') ?? refuse(40414, "BSON field '$merge.into' is missing but a required field"))
  const on = fieldsOf(spec.get('on') ?? '_id')
  const matched = spec.get('whenMatched') ?? 'merge'
  const notMatched = oneOf(spec.get('whenNotMatched') ?? 'insert', NOT_MATCHED, 'whenNotMatched')
  if (!Array.isArray(matched)) {
    if (typeof matched !== 'string')
      refuse(51191, `$merge 'whenMatched' field must be either a string or an array, but found ${typeName(matched)}`)
    oneOf(matched, MATCHED, 'whenMatched')
    if (spec.has('let')) refuse(51199, `Cannot use 'let' variables with 'whenMatched: ${matched}' mode`)
  }
  if ((matched === 'keepExisting' || matched === 'fail') && notMatched !== 'insert') {
    refuse(51181, `Combination of $merge modes 'whenMatched: ${matched}' and 'whenNotMatched: ${notMatched}' is not supported`)
  }
  const combine = Array.isArray(matched)
    ? updating(matched, spec.get('let'), vars, compileUpdate)
    : COMBINE[matched as keyof typeof COMBINE]
  const written: MergeSpec = { matched: combine, notMatched: (doc) => applyNotMatched(notMatched, doc) }
  return {
    name: '$merge',
    async *run(input, env) {
      let failure: MongoError | undefined
      for await (const batch of input) {
        const docs = on.includes('_id') ? batch.map(withId) : batch
        const failed = await env.merge(target, on, docs, written)
        failure ??= failed
        await env.yieldIfDue()
      }
      if (failure) throw failure
      yield* inBatches([], env)
    },
  }
}

const withId = (doc: Doc): Doc => (doc.has('_id') ? doc : new Map<string, Value>([['_id', new ObjectId()], ...doc]))

function targetOf(into: Value): { readonly db?: string; readonly coll: string } {
  if (typeof into === 'string') return into === '' ? refuse('InvalidNamespace', "Invalid $merge target namespace: ''") : { coll: into }
  if (!isDoc(into)) return refuse(51178, `$merge 'into' field must be either a string or an object, but found ${typeName(into)}`)
  for (const [name, value] of into) {
    if (name !== 'db' && name !== 'coll') refuse(40415, `BSON field 'into.${name}' is an unknown field.`)
    if (typeof value !== 'string')
      refuse('TypeMismatch', `BSON field 'into.${name}' is the wrong type '${typeName(value)}', expected type 'string'`)
  }
  const [db, coll] = [into.get('db') as string | undefined, into.get('coll') as string | undefined]
  if (!coll) return refuse(51178, "$merge 'into' field must specify a 'coll' that is not empty, null or undefined")
  return db === undefined ? { coll } : { db, coll }
}

function fieldsOf(on: Value): readonly string[] {
  if (typeof on !== 'string' && !Array.isArray(on))
    refuse(51186, `$merge 'on' field must be either a string or an array of strings, but found ${typeName(on)}`)
  const fields = typeof on === 'string' ? [on] : (on as readonly Value[])
  if (fields.length === 0) refuse(51187, "If explicitly specifying $merge 'on', must include at least one field")
  const names = fields.map((name) =>
    typeof name === 'string' ? name : refuse(51134, `$merge 'on' array elements must be strings, but found ${typeName(name)}`),
  )
  names.forEach((name, i) => {
    if (names.indexOf(name) !== i) refuse(31465, `Found a duplicate field '${name}'`)
  })
  return names
}

function oneOf(value: Value, allowed: readonly string[], name: string): string {
  if (typeof value !== 'string')
    return refuse('TypeMismatch', `BSON field '$merge.${name}' is the wrong type '${typeName(value)}', expected type 'string'`)
  return allowed.includes(value)
    ? value
    : refuse('BadValue', `Enumeration value '${value}' for field '$merge.${name}' is not a valid value.`)
}

/**
 * Computes the replacement for each `whenMatched` mode. A document without an _id takes the existing document's _id.
 */
const COMBINE = {
  replace: (existing: Doc, doc: Doc): Doc => (doc.has('_id') ? doc : new Map([['_id', existing.get('_id') as Value], ...doc])),
  keepExisting: (): undefined => undefined,
  merge: (existing: Doc, doc: Doc): Doc => new Map([...existing, ...doc]),
  fail: (): never =>
    refuse('DuplicateKey', "$merge with whenMatched: 'fail' found an existing document with the same values for the 'on' fields"),
}

function applyNotMatched(mode: string, doc: Doc): Doc | undefined {
  if (mode === 'fail')
    refuse(13113, '$merge could not find a matching document in the target collection for at least one document in the source collection')
  return mode === 'insert' ? doc : undefined
}

/** Runs an update pipeline on the existing document, with the new document as `$$new`. */
function updating(pipeline: readonly Value[], given: Value | undefined, vars: Vars, compileUpdate: CompileUpdate): MergeSpec['matched'] {
  const own = given ?? new Map([['new', '$$ROOT']])
  if (!isDoc(own)) return refuse('TypeMismatch', `BSON field '$merge.let' is the wrong type '${typeName(own)}', expected type 'object'`)
  const incoming = own.get('new')
  if (incoming !== undefined && incoming !== '$$ROOT')
    refuse(51273, "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'")
  const stages = pipeline.map((stage) =>
    isDoc(stage) ? stage : refuse('TypeMismatch', "Each element of the 'pipeline' array must be an object"),
  )
  const expressions = Array.from(new Map<string, Value>([...own, ['new', '$$ROOT']]), ([name, value]) => {
    validateVariable(name)
    return [name, compileExpression(value, { vars })] as const
  })
  const placeholders: Vars = new Map([...vars, ...expressions.map(([name]) => [name, null] as const)])
  compileUpdate(stages, { vars: placeholders })
  return (existing, doc) => {
    return guarded(() => {
      const values: Vars = new Map([...vars, ...expressions.map(([name, e]) => [name, e.evaluate(doc)] as const)])
      return compileUpdate(stages, { vars: values })(existing)
    })
  }
}
