import type { Node } from '../filter.ts'
import { compare, hashKey, sameBracket } from '../keys.ts'
import { BSONRegExp, MaxKey, MinKey, type Value } from '../values.ts'

/**
 * Maximum number of conditions per path and of `$or` branches. Ignoring the rest is safe, because a plan then only
 * finds more rows.
 */
export const MAX_CONDITIONS = 1000

export type Condition = Extract<Node, { path: string }>

/** Conditions by path. Every matching document satisfies all of them. */
export function conditions(node: Node, prefix = '', into = new Map<string, Condition[]>()): Map<string, Condition[]> {
  if (node.op === '$and') for (const inner of node.nodes) conditions(inner, prefix, into)
  else if ('path' in node && node.op !== '$not') {
    const path = prefix + node.path
    if (node.op === '$elemMatch' && node.documents) conditions(node.node, `${path}.`, into)
    else if (node.op === '$elemMatch') {
      // Index keys contain a nested array as a whole, not its elements.
      const inner = node.node.op === '$and' ? node.node.nodes : [node.node]
      for (const condition of inner) if (condition.op !== '$elemMatch') conditions(condition, path, into)
    }
    const list = into.get(path)
    if (!list) into.set(path, [node])
    else if (list.length < MAX_CONDITIONS) list.push(node)
  }
  return into
}

/** Whether only documents that have the field can satisfy the condition. */
export function excludesMissing(c: Condition): boolean {
  switch (c.op) {
    case '$eq':
      return c.value !== null
    case '$in':
      return c.values.every((v) => v !== null)
    case '$exists':
      return c.value
    case '$gt':
    case '$lt':
    case '$gte':
    case '$lte':
      return c.value !== null && !(c.value instanceof MinKey) && !(c.value instanceof MaxKey)
    case '$regex':
    case '$mod':
    case '$size':
      return true
    default:
      return false
  }
}

/** Whether every document that satisfies the conditions also satisfies `node`, the filter of a partial index. */
export function implies(where: Map<string, Condition[]>, node: Node): boolean {
  if (node.op === '$and') return node.nodes.every((inner) => implies(where, inner))
  if (!('path' in node)) return false
  return (where.get(node.path) ?? []).some((c) => {
    if (node.op === '$exists' && node.value) return excludesMissing(c)
    if (c.op === '$eq' && !Array.isArray(c.value) && 'value' in node) return holds(node as Condition, c.value)
    if (c.op === '$in' && c.values.length > 0 && 'value' in node)
      return c.values.every((v) => !Array.isArray(v) && !(v instanceof BSONRegExp) && holds(node as Condition, v))
    if ((node.op === '$gt' || node.op === '$gte') && (c.op === '$gt' || c.op === '$gte')) {
      return (
        sameBracket(c.value, node.value) &&
        (compare(c.value, node.value) > 0 || (compare(c.value, node.value) === 0 && (node.op === '$gte' || c.op === '$gt')))
      )
    }
    if ((node.op === '$lt' || node.op === '$lte') && (c.op === '$lt' || c.op === '$lte')) {
      return (
        sameBracket(c.value, node.value) &&
        (compare(c.value, node.value) < 0 || (compare(c.value, node.value) === 0 && (node.op === '$lte' || c.op === '$lt')))
      )
    }
    return sameCondition(c, node)
  })
}

function holds(node: Condition, v: Value): boolean {
  switch (node.op) {
    case '$eq':
      return compare(v, node.value) === 0
    case '$gt':
      return sameBracket(v, node.value) && compare(v, node.value) > 0
    case '$gte':
      return sameBracket(v, node.value) && compare(v, node.value) >= 0
    case '$lt':
      return sameBracket(v, node.value) && compare(v, node.value) < 0
    case '$lte':
      return sameBracket(v, node.value) && compare(v, node.value) <= 0
    default:
      return false
  }
}

function sameCondition(a: Node, b: Node): boolean {
  if (a.op !== b.op) return false
  if ('value' in a && 'value' in b)
    return typeof a.value === 'boolean' || typeof b.value === 'boolean'
      ? a.value === b.value
      : hashKey(a.value as Value) === hashKey(b.value as Value)
  if ('values' in a && 'values' in b) return hashKey([...(a.values as Value[])]) === hashKey([...(b.values as Value[])])
  return false
}
