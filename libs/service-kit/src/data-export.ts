/** A service's part in exporting a person's data: reads its collections page by page and emits the parts. */
import { DataExportPart, DataExportRequested, type DataOf, type Role, type ServiceName } from '@reelfair/contracts'
import { z } from 'zod'
import type { Collection, DocumentOf, Stored } from './data/collection.ts'
import type { IndexKeys } from './data/filter.ts'
import { on, worker } from './define.ts'
import { exportTasks } from './export-tasks.ts'
import { defineQueue, released } from './queue/queue.ts'
import type { Context, Scope, UserExport } from './service.ts'
import type { userDeletion } from './user-deletion.ts'

interface Asked {
  readonly limit: number
  readonly cursor?: string | undefined
}
interface Found<Item> {
  readonly items: readonly Item[]
  readonly next?: string
}
// biome-ignore lint/suspicious/noExplicitAny: the ports of any service
type ReadPage<Item> = (ctx: Context<'system', any>, userId: string, asked: Asked) => Promise<Found<Item>>

/** A list in a person's export. */
interface ExportSection {
  readonly name: string
  /** The role whose exports contain the section. Default: every role. */
  readonly role?: Role
  /** The name of the collection that it shows. */
  readonly collection: string
  readonly page: ReadPage<object>
}

type FieldOf<Fields> = keyof DocumentOf<Fields> & string

interface Owned<Fields> {
  /** The field with the user's id. */
  readonly owner: FieldOf<Fields>
  /** An index must start with the owner and end in this key and `id`. */
  readonly sort: IndexKeys<Fields>
  /** The fields to export: never secrets, internal keys or other people's data. */
  readonly fields: readonly FieldOf<Fields>[]
  /** Which of the documents the user may see. Default: all. */
  readonly visible?: (document: DocumentOf<Fields>) => boolean
}

const shown = <Fields>(document: DocumentOf<Fields>, fields: readonly FieldOf<Fields>[]): object =>
  Object.fromEntries(fields.flatMap((field) => (document[field] === undefined ? [] : [[field, document[field]]])))

/**
 * A page of the documents whose `owner` is the user. With the owner `id`, the single document with the user's id.
 * @example owned(orders, { owner: 'brandId', sort: { createdAt: -1 }, fields: ['credits', 'priceCents', 'createdAt'] })
 */
export const owned =
  <Fields>(collection: Collection<Fields>, { owner, sort, fields, visible = () => true }: Owned<Fields>): ReadPage<object> =>
  async (ctx, userId, { limit, cursor }) => {
    if (owner === 'id') return { items: (await collection.byIds(ctx, [userId])).map((one) => shown(one, fields)) }
    const { items, ...next } = await collection.page(ctx, { [owner]: userId } as never, { sort, limit, cursor })
    return { items: items.filter(visible).map((one) => shown(one, fields)), ...next }
  }

/** The last finished parent, and the cursor into the next one's children. */
const Nested = z.tuple([z.string(), z.string().nullable()])

const PARENTS_AT_ONCE = 10

/**
 * Pages of documents that belong to other documents of the user, such as the observations of the user's sign-ups.
 * @param owner the parents' field with the user's id; an index must contain it, followed by `id`
 * @param children may return more than `limit` if a parent has few
 * @example childrenOf(signUps, 'creatorId', (scope, { id }, asked) => observationsPage(scope, id, asked), ['views'])
 */
export const childrenOf =
  <Fields, Child extends object>(
    parents: Collection<Fields>,
    owner: FieldOf<Fields>,
    children: (scope: Scope, parent: DocumentOf<Fields>, asked: Asked) => Promise<Found<Child>>,
    fields: readonly (keyof Child & string)[],
  ): ReadPage<object> =>
  async (ctx, userId, { limit, cursor }) => {
    let [done, inside] = cursor === undefined ? ['', null] : Nested.parse(JSON.parse(cursor))
    const filter = { [owner]: userId, id: { $gt: done } } as never
    const some = await parents.find(ctx, filter, { sort: { id: 1 } as never, limit: PARENTS_AT_ONCE })
    const items: object[] = []
    for (const parent of some) {
      const page = await children(ctx, parent, { limit: limit - items.length, cursor: inside ?? undefined })
      for (const one of page.items) items.push(shown(one as never, fields as never))
      inside = page.next ?? null
      if (inside !== null) break
      done = parent.id
      if (items.length >= limit) break
    }
    const isOver = inside === null && (some.length === 0 || (some.length < PARENTS_AT_ONCE && done === some.at(-1)?.id))
    return { items, ...(!isOver && { next: JSON.stringify([done, inside]) }) }
  }

/** Well below the maximum length of a part, because the receiver handles up to a hundred parts per transaction. */
const PART_BYTES = 60_000
const PAGE_SIZE = 100
/** Bounds the time for a part, which must be sent within its lease. */
const MAX_READS = 50

const bytes = (text: string) => Buffer.byteLength(text)

interface Position {
  readonly section: number
  /** Undefined at the start of a section. */
  readonly cursor?: string | undefined
  /** Whether the section already contains a record, so that the next one follows a comma. */
  readonly hasRecords: boolean
}

/** @returns the text from this position on, and where the next part begins, or undefined after the last part */
async function readPart(
  ctx: Context,
  userId: string,
  sections: readonly ExportSection[],
  { section: first, cursor, hasRecords }: Position,
) {
  let at: Position | undefined = { section: first, cursor, hasRecords }
  let text = ''
  let limit = PAGE_SIZE
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const section: ExportSection | undefined = sections[at.section]
    if (!section) {
      at = undefined
      break
    }
    const { items, next }: Found<object> = await section.page(ctx, userId, { limit, cursor: at.cursor })
    const records = items.map((item) => JSON.stringify(item)).join(',\n')
    if (bytes(text) + bytes(records) > PART_BYTES && (text !== '' || limit > 1)) {
      if (text !== '') break
      // Even the first page is too long.
      limit = Math.ceil(limit / 5)
      continue
    }
    text += at.cursor === undefined ? `${at.section === 0 ? '{' : ','}\n${JSON.stringify(section.name)}: [\n` : ''
    text += (at.hasRecords && items.length > 0 ? ',\n' : '') + records
    text += next === undefined ? ']' : ''
    at =
      next === undefined
        ? { section: at.section + 1, hasRecords: false }
        : { ...at, cursor: next, hasRecords: at.hasRecords || items.length > 0 }
  }
  return at ? { text, at } : { text: `${text === '' && first === 0 ? '{' : text}\n}` }
}

const queue = defineQueue(exportTasks, { name: 'data-exports', dueAt: 'dueAt' })

interface Contents {
  readonly deletion: Pick<ReturnType<typeof userDeletion>, 'isDeleted'>
  readonly sections: readonly ExportSection[]
  /** Why a collection is not exported. `defineService` fails for a collection that is in neither list. */
  readonly notExported: Readonly<Record<string, string>>
}

/**
 * A service's share of a person's data export. Guards: one task per export; the transaction that emits a part also
 * advances the task, so a crash neither repeats nor skips anything.
 * @example
 * export const userExport = dataExport('metrics', { deletion, sections: [{ name: 'videos', … }], notExported: {} })
 * defineService({ name: 'metrics', config, collections: [videos], userExport })
 */
export function dataExport(service: ServiceName, { deletion, sections, notExported }: Contents): UserExport {
  const planDataExport = ({ exportId, userId, role }: DataOf<typeof DataExportRequested>, ctx: Context) =>
    ctx.transact(async (tx) => {
      if ((await exportTasks.byId(tx, exportId)) || (await deletion.isDeleted(tx, userId))) return
      const at = ctx.now()
      await exportTasks.insert(tx, { id: exportId, userId, role, section: 0, hasRecords: false, parts: 0, createdAt: at, dueAt: at })
    })

  async function sendPart(claimed: Stored<typeof exportTasks>, ctx: Context): Promise<void> {
    const { id: exportId, userId, role, parts: index } = claimed
    const own = sections.filter((section) => section.role === undefined || section.role === role)
    const { text: json, at } = await readPart(ctx, userId, own, claimed)
    await ctx.transact(async (tx) => {
      const task = await exportTasks.byId(tx, exportId)
      if (!task || !queue.isMine(task, claimed)) return
      tx.emit(DataExportPart.of({ exportId, service, index, last: at === undefined, json }))
      const { cursor: _, dueAt: __, ...sent } = released(task)
      // A long export gives way to the others after each part.
      const next = at && { ...at, dueAt: ctx.now() }
      await exportTasks.save(tx, { ...sent, ...next, parts: index + 1 })
    })
  }

  const sendNextPart = (ctx: Context) => queue.workOne(ctx, (task) => sendPart(task, ctx))

  return {
    collection: exportTasks,
    subscription: on(DataExportRequested, planDataExport),
    queue,
    worker: worker('data-exports', 1_000, sendNextPart),
    event: DataExportPart,
    exported: sections.map(({ collection }) => collection),
    notExported,
  }
}
