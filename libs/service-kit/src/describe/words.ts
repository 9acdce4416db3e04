import { z } from 'zod'
import type { Route } from '../service.ts'

/** @example inWords('signUpToCampaign') // 'Sign up to campaign' */
export function inWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase()
  return words === '' ? 'Unnamed' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the JSON Schema 2020-12 of an input or output; types that JSON Schema cannot express accept any value. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema, '~standard': _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}

/** @example accessOf({ role: 'brand', adminsMayView: true, … }) // 'brand, admin with brandId' */
export const accessOf = ({ role, adminsMayView }: Route['options']): string =>
  [role, adminsMayView ? 'admin with brandId' : []].flat().join(', ')
