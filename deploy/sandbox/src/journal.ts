/**
 * Saves the state as a snapshot (`sandbox.json`) and a journal of later changes (`sandbox.journal`).
 * Each change is written to the journal before the response, so that killing the sandbox loses no reported change.
 */
import { appendFileSync, closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyState, type State } from './state.ts'
import { TouchedMap } from './touched-map.ts'

export interface StateStore {
  readonly state: State
  readonly isNew: boolean
  save(): void
  /** Writes a final snapshot; later calls to `save` have no effect. */
  close(): void
}

/** A journal longer than both this limit and the snapshot is replaced by a new snapshot. */
const MAX_JOURNAL_BYTES = 4_000_000

interface Rows {
  readonly set?: readonly [string, unknown][]
  readonly gone?: readonly string[]
}
type Line = Readonly<Record<string, { readonly rows: Rows } | { readonly value: unknown }>>

interface Part {
  readonly name: string
  readonly value: unknown
  assign(value: unknown): void
}

const SOCIAL = 'social.'

/** Social network data is saved in separate parts because its maps are large. */
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

/** @param folder Folder for the two files; without a folder, the state stays in memory */
export function openState(folder?: string): StateStore {
  const state = emptyState()
  const changes = changesOf(state)
  if (!folder) return { state, isNew: true, save: () => changes.confirm({}), close: () => {} }

  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'sandbox.json')
  const journal = join(folder, 'sandbox.journal')
  const isNew = !existsSync(file)
  if (!isNew) readSnapshot(state, readFileSync(file, 'utf8'), file)
  if (existsSync(journal)) readJournal(state, readFileSync(journal, 'utf8'), journal)

  for (const [key, row] of [...state.keptAnswers]) {
    // The client has disconnected, but a retry with the same key gets the result.
    if (!row.answer && row.coming) state.keptAnswers.set(key, { ...row, answer: row.coming })
  }

  let snapshotBytes = 0
  let journalBytes = 0
  const fd = openSync(journal, 'a', 0o600)
  /** Written to a new file and then renamed, so that a crash leaves the old snapshot and journal intact. */
  const writeSnapshot = () => {
    const text = JSON.stringify(state, (_, value) => (value instanceof Map ? { $map: [...value] } : value))
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    ftruncateSync(fd, 0)
    snapshotBytes = text.length
    journalBytes = 0
    changes.confirm(changes.read())
  }
  writeSnapshot()

  let closed = false
  const save = () => {
    // Work still in progress when the sandbox stops (a delivery, a slow response) is repeated after the next start.
    if (closed) return
    const line = changes.read()
    if (Object.keys(line).length === 0) return
    const text = Buffer.from(`${JSON.stringify(line)}\n`)
    try {
      appendFileSync(fd, text)
    } catch (error) {
      // Remove a partially written line (disk full), so that the next line starts cleanly.
      ftruncateSync(fd, journalBytes)
      throw error
    }
    journalBytes += text.length
    changes.confirm(line)
    if (journalBytes > Math.max(MAX_JOURNAL_BYTES, snapshotBytes)) writeSnapshot()
  }
  const close = () => {
    if (closed) return
    if (existsSync(folder)) writeSnapshot()
    closed = true
    closeSync(fd)
  }
  return { state, isNew, save, close }
}

function changesOf(state: State) {
  const maps = partsOf(state).flatMap(({ name, value }) =>
    value instanceof TouchedMap ? [[name, value as TouchedMap<unknown>] as const] : [],
  )
  const plain = () => partsOf(state).filter(({ value }) => !(value instanceof Map))
  const written = new Map<string, string>()
  return {
    /** Must be called after the line has been written and before the state changes again. */
    confirm: (line: Line) => {
      for (const [name, change] of Object.entries(line)) if ('value' in change) written.set(name, JSON.stringify(change.value))
      for (const [, map] of maps) map.touched.clear()
    },
    read: (): Line => {
      const rows = maps.flatMap(([name, map]) => {
        if (map.touched.size === 0) return []
        const keys = [...map.touched]
        const gone = keys.filter((key) => !map.has(key))
        const set = keys.flatMap((key) => (map.has(key) ? [[key, Map.prototype.get.call(map, key)] as const] : []))
        return [[name, { rows: { ...(set.length ? { set } : {}), ...(gone.length ? { gone } : {}) } }] as const]
      })
      const values = plain().flatMap(({ name, value }) => (written.get(name) === JSON.stringify(value) ? [] : [[name, { value }] as const]))
      return Object.fromEntries([...rows, ...values])
    },
  }
}

const damaged = (file: string, cause: unknown) =>
  new Error(`${file} is damaged. Restore an older copy, or start over with \`npm start -- --fresh\`, which removes all data.`, { cause })

/** Ignores parts that this version does not recognise. Parts missing from the file stay empty. */
function readSnapshot(state: State, text: string, file: string): void {
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

/** Ignores an incomplete last line, because its change was never reported in a response. */
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
