/** One key and its rows from each list; a list without the key contributes an empty array. */
export interface Joined<L, R> {
  readonly key: string
  readonly left: readonly L[]
  readonly right: readonly R[]
}

/**
 * A full outer join of two lists sorted by ascending keys. Memory use does not depend on their length.
 * @throws Error for an unsorted list, because rows with the same key would be missed
 * @example for await (const { key, left, right } of joinInOrder(signUps, ({ id }) => id, lines, ({ signUpId }) => signUpId)) compare(key, left, right)
 */
export async function* joinInOrder<L, R>(
  left: AsyncIterable<L>,
  keyOfLeft: (row: L) => string,
  right: AsyncIterable<R>,
  keyOfRight: (row: R) => string,
): AsyncGenerator<Joined<L, R>> {
  const [lefts, rights] = [grouped(left, keyOfLeft), grouped(right, keyOfRight)]
  let [a, b] = [await lefts.next(), await rights.next()]
  try {
    while (!a.done || !b.done) {
      const isLeft = !a.done && (b.done || a.value.key <= b.value.key)
      const isRight = !b.done && (a.done || b.value.key <= a.value.key)
      const key = isLeft ? a.value?.key : b.value?.key
      yield { key: key ?? '', left: isLeft ? (a.value?.rows ?? []) : [], right: isRight ? (b.value?.rows ?? []) : [] }
      if (isLeft) a = await lefts.next()
      if (isRight) b = await rights.next()
    }
  } finally {
    await lefts.return(undefined)
    await rights.return(undefined)
  }
}

async function* grouped<T>(rows: AsyncIterable<T>, keyOf: (row: T) => string): AsyncGenerator<{ key: string; rows: T[] }, undefined> {
  let group: { key: string; rows: T[] } | undefined
  for await (const row of rows) {
    const key = keyOf(row)
    if (group && key < group.key) throw new Error(`${key} comes after ${group.key}: the list is not in order`)
    if (group?.key === key) group.rows.push(row)
    else {
      if (group) yield group
      group = { key, rows: [row] }
    }
  }
  if (group) yield group
}
