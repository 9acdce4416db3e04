/**
 * Keeps the state in two files: `sandbox.json`, all of it at one moment, and `sandbox.journal`, a line for each change since. A line is written
 * before whoever caused the change is answered, so a sandbox that is killed has forgotten nothing that it has said.
 */
import { appendFileSync, closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyState, type State } from './state.ts'
import { TouchedMap } from './touched-map.ts'

export interface Kept {
  readonly state: State
  /** Nothing was kept there before. */
  readonly isNew: boolean
  /** Writes what has changed, if anything has. */
  save(): void
  /** Writes all of it at once, and no more after that. */
  close(): void
}

/** A journal is folded into the whole when it is longer than this, and than the whole. */
const LONGEST_JOURNAL_BYTES = 4_000_000

interface Rows {
  readonly set?: readonly [string, unknown][]
  readonly gone?: readonly string[]
}
type Line = Readonly<Record<string, { readonly rows: Rows } | { readonly value: unknown }>>

interface Part {
  /** Its name in the journal. */
  readonly name: string
  readonly value: unknown
  assign(value: unknown): void
}

const SOCIAL = 'social.'

/** What the state consists of; the social networks' data set by its own parts, for each has as many rows as any other. */
function partsOf(state: State): Part[] {
  const { social, ...others } = state
  const of = (holder: object, values: object, prefix: string) =>
    Object.entries(values).map(([key, value]) => ({
      name: `${prefix}${key}`,
      value: value as unknown,
      assign: (given: unknown) => void Object.assign(holder, { [key]: given }),
    }))
  return [...of(state, others, ''), ...of(social, social, SOCIAL)]
}

/** @param folder Where it lasts; without one, only in memory */
export function openState(folder?: string): Kept {
  const state = emptyState()
  const maps = partsOf(state).flatMap(({ name, value }) =>
    value instanceof TouchedMap ? [[name, value as TouchedMap<unknown>] as const] : [],
  )
  const untouched = () => {
    for (const [, map] of maps) map.touched.clear()
  }
  if (!folder) return { state, isNew: true, save: untouched, close: () => {} }

  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'sandbox.json')
  const journal = join(folder, 'sandbox.journal')
  const isNew = !existsSync(file)
  if (!isNew) readWhole(state, readFileSync(file, 'utf8'), file)
  if (existsSync(journal)) readJournal(state, readFileSync(journal, 'utf8'), journal)

  for (const [key, row] of [...state.keptAnswers]) {
    // Whoever waited for it is gone; whoever asks again is told how it ended.
    if (!row.answer && row.coming) state.keptAnswers.set(key, { ...row, answer: row.coming })
  }

  const plain = () => partsOf(state).filter(({ value }) => !(value instanceof Map))
  const written = new Map<string, string>()
  let wholeBytes = 0
  let journalBytes = 0
  const fd = openSync(journal, 'a', 0o600)
  /** Written beside and put in place at once: whoever is killed while writing finds the old one and its journal. */
  const writeAll = () => {
    const text = JSON.stringify(state, (_, value) => (value instanceof Map ? { $map: [...value] } : value))
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    ftruncateSync(fd, 0)
    wholeBytes = text.length
    journalBytes = 0
    for (const { name, value } of plain()) written.set(name, JSON.stringify(value))
    untouched()
  }
  writeAll()

  const changes = (): Line => {
    const rows = maps.flatMap(([name, map]) => {
      if (map.touched.size === 0) return []
      const keys = [...map.touched]
      const gone = keys.filter((key) => !map.has(key))
      const set = keys.flatMap((key) => (map.has(key) ? [[key, Map.prototype.get.call(map, key)] as const] : []))
      return [[name, { rows: { ...(set.length ? { set } : {}), ...(gone.length ? { gone } : {}) } }] as const]
    })
    const values = plain().flatMap(({ name, value }) => (written.get(name) === JSON.stringify(value) ? [] : [[name, { value }] as const]))
    return Object.fromEntries([...rows, ...values])
  }
  let closed = false
  const save = () => {
    // What ends after the stop (a delivery, a slow answer) is done again by the next start.
    if (closed) return
    const line = changes()
    if (Object.keys(line).length === 0) return
    const text = Buffer.from(`${JSON.stringify(line)}\n`)
    try {
      appendFileSync(fd, text)
    } catch (error) {
      // Half a line (a full disk) must not stand before the next one.
      ftruncateSync(fd, journalBytes)
      throw error
    }
    journalBytes += text.length
    for (const [name, change] of Object.entries(line)) if ('value' in change) written.set(name, JSON.stringify(change.value))
    untouched()
    if (journalBytes > Math.max(LONGEST_JOURNAL_BYTES, wholeBytes)) writeAll()
  }
  return {
    state,
    isNew,
    save,
    close: () => {
      if (closed) return
      // Whoever has removed the folder meanwhile wants none of it.
      if (existsSync(folder)) writeAll()
      closed = true
      closeSync(fd)
    },
  }
}

const damaged = (file: string, cause: unknown) =>
  new Error(`${file} is damaged. Put back an older one, or begin anew with \`npm start -- --fresh\`, which removes all data.`, { cause })

/** What this version does not know is dropped; what the file does not know stays empty. */
function readWhole(state: State, text: string, file: string): void {
  try {
    const read = JSON.parse(text)
    for (const { name, value, assign } of partsOf(state)) {
      const given = name.startsWith(SOCIAL) ? read.social?.[name.slice(SOCIAL.length)] : read[name]
      if (value instanceof TouchedMap) for (const [key, row] of given?.$map ?? []) value.set(key, row)
      else if (given !== undefined) assign(given)
    }
  } catch (error) {
    throw damaged(file, error)
  }
}

/** The line that a kill has cut off was answered to nobody, and does not count. */
function readJournal(state: State, text: string, file: string): void {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  for (const text of lines) {
    if (text === '') continue
    try {
      apply(state, JSON.parse(text))
    } catch (error) {
      throw damaged(file, error)
    }
  }
}

function apply(state: State, line: Line): void {
  const parts = new Map(partsOf(state).map((part) => [part.name, part]))
  for (const [name, change] of Object.entries(line)) {
    const part = parts.get(name)
    if ('value' in change) {
      if (part && !(part.value instanceof Map)) part.assign(change.value)
    } else if (part?.value instanceof TouchedMap) {
      for (const [key, row] of change.rows.set ?? []) part.value.set(key, row)
      for (const key of change.rows.gone ?? []) part.value.delete(key)
    }
  }
}
