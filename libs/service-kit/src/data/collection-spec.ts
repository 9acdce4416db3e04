import type { mongo } from 'mongoose'

export interface IndexSpec {
  readonly name: string
  readonly key: Record<string, 1 | -1>
  readonly unique?: true
  readonly expireAfterSeconds?: number
  readonly partialFilterExpression?: mongo.Document
}

export interface CollectionSpec {
  readonly name: string
  readonly indexes: readonly IndexSpec[]
}
