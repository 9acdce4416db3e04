/** A collection as it is made: its name and its indexes. What makes it, describes it or lists it needs no more. */
import type { mongo } from 'mongoose'

export interface IndexSpec {
  readonly name: string
  readonly key: Record<string, 1 | -1>
  readonly unique?: true
  readonly expireAfterSeconds?: number
  readonly partialFilterExpression?: mongo.Document
}

/** `Collection` has these two. */
export interface CollectionSpec {
  readonly name: string
  readonly indexes: readonly IndexSpec[]
}
