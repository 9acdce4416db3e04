import { Id, refuse } from '@reelfair/contracts'
import { z } from 'zod'
import type { Position } from '../domain/creator-search.ts'

const Cursor = z.tuple([z.number().nullable(), Id])

export const cursorOf = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url')

/** @throws Refusal invalid_input */
export function parseCursor(cursor: string): Position {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return refuse('invalid_input', { field: 'cursor' })
  }
}
