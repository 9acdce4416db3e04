/** The fields of a document: what `defineCollection` is given, as types and as a check at each write. */
import { z } from 'zod'

export type Field = StringConstructor | NumberConstructor | BooleanConstructor | DateConstructor | z.ZodType

/** Field name → type. The plain constructors are for what needs no rule beyond its type. */
export type Shape = Readonly<Record<string, Field>>

type ZodOf<F extends Field> = F extends z.ZodType
  ? F
  : F extends StringConstructor
    ? z.ZodString
    : F extends NumberConstructor
      ? z.ZodNumber
      : F extends BooleanConstructor
        ? z.ZodBoolean
        : z.ZodDate

/** A document's own fields, without `id` and `version`. */
export type FieldsOf<S extends Shape> = z.infer<z.ZodObject<{ -readonly [K in keyof S]: ZodOf<S[K]> }>>

const plain = new Map<Field, z.ZodType>([
  [String, z.string()],
  [Number, z.number()],
  [Boolean, z.boolean()],
  [Date, z.date()],
])

/** The schema that each stored document must fit; a field that it does not name is an error. */
export function schemaOf(shape: Shape): z.ZodObject {
  const fields: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(shape)) fields[name] = plain.get(field) ?? (field as z.ZodType)
  return z.strictObject({ ...fields, id: z.string().min(1), version: z.int().min(1) })
}
