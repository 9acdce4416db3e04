/** How the documents word what the code says by names. */
import { z } from 'zod'

/** @example inWords('signUpToCampaign') // 'Sign up to campaign' */
export function inWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase()
  return words === '' ? 'Unnamed' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** JSON Schema 2020-12 of what goes in or comes out; a part that has no JSON Schema is said to be anything. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema, '~standard': _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}
