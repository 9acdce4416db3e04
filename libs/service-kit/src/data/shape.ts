import { z } from 'zod'

type Field = StringConstructor | NumberConstructor | BooleanConstructor | DateConstructor | z.ZodType

/** Maps field names to types. Plain constructors suffice for fields with no further rules. */
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

export type FieldsOf<S extends Shape> = z.infer<z.ZodObject<{ -readonly [K in keyof S]: ZodOf<S[K]> }>>

const plain = new Map<Field, z.ZodType>([
  [String, z.string()],
  [Number, z.number()],
  [Boolean, z.boolean()],
  [Date, z.date()],
])

export function schemaOf(shape: Shape): z.ZodObject {
  const fields: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(shape)) fields[name] = plain.get(field) ?? (field as z.ZodType)
  return z.strictObject({ ...fields, id: z.string().min(1), version: z.int().min(1) })
}
