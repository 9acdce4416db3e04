/**
 * The nightly jobs' ceiling: the driver alone writes the service's records, in bulk and without transactions or
 * computations.
 */
import type { AnyBulkWriteOperation, Db, Document } from 'mongodb'
import { makeIndexes } from './payouts.ts'

const CHUNK = 5_000
const WRITE_BATCH = 1_000
/** The product's outbox has the same batch size. */
const EVENTS_PER_ROW = 100

interface Records {
  /** The main collection; ids in the other collections are derived from its documents. */
  readonly main: string
  /** Collections that gain one document per main document per day, each with a function for the new document's id. */
  readonly added: Readonly<Record<string, (of: Document, day: string) => string>>
  /** Other collections whose documents are replaced, each with a function for the document's id. */
  readonly replaced: Readonly<Record<string, (of: Document) => string>>
  event(of: Document, day: string): object
}

const RECORDS: Readonly<Record<'campaigns' | 'metrics', Records>> = {
  campaigns: {
    main: 'sign_ups',
    added: { allocation_lines: ({ _id }, day) => `${_id}:${day}` },
    replaced: { campaigns: ({ campaignId }) => campaignId },
    event: ({ _id: signupId, campaignId, brandId, creatorId, charged, reserved, cents, version }, day) => ({
      ...{ signupId, campaignId, brandId, creatorId, day, charged, reserved, cents, version },
    }),
  },
  metrics: {
    main: 'assignments',
    added: {
      observations: ({ _id, externalId }, day) => `${videoOf(_id, externalId)}:${day}`,
      tasks: ({ accountKey }, day) => `${day}:${accountKey}`,
    },
    replaced: { videos: ({ _id, externalId }) => videoOf(_id, externalId) },
    event: ({ _id: assignmentId, revision, totals, externalId }, day) => {
      const { qualified } = totals
      const video = { videoId: externalId, url: `https://instagram.example/reel/${externalId}`, views: qualified, qualified, inReview: 0 }
      const seen = { publishedAt: new Date(), excluded: 0, faults: [], logo: 'verified', seenAt: new Date() }
      return { subject: 'campaign', assignmentId, revision, day, ...totals, isFinal: false, videos: [{ ...video, ...seen }] }
    },
  },
}

const videoOf = (assignmentId: string, externalId: string) => `${assignmentId}:${externalId.replace('ig_', 'v_')}`

const inParts = <T>(all: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))

/** @param measured Runs a group of writes as part of the measurement */
export async function writeBaseline(
  from: Db,
  to: Db,
  service: 'campaigns' | 'metrics',
  day: string,
  measured: (work: () => Promise<void>) => Promise<void>,
) {
  const { main, added, replaced, event } = RECORDS[service]
  await makeIndexes(to, service)
  await to.collection('outbox').createIndex({ leaseUntil: 1 })
  const rowsOf = (name: string, ids: readonly string[]) =>
    from
      .collection<Document & { _id: string }>(name)
      .find({ _id: { $in: [...new Set(ids)] } })
      .toArray()
  for (let after = ''; ; ) {
    const some = await from
      .collection<Document & { _id: string }>(main)
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(CHUNK)
      .toArray()
    const last = some.at(-1)
    if (!last) return
    after = last._id
    const old: [string, Document[]][] = [[main, some]]
    for (const [name, idOf] of Object.entries(replaced)) old.push([name, await rowsOf(name, some.map(idOf))])
    for (const [name, rows] of old) for (const part of inParts(rows, WRITE_BATCH)) await insertMissing(to, name, part)
    const fresh: [string, Document[]][] = []
    for (const [name, idOf] of Object.entries(added)) {
      const rows = await rowsOf(
        name,
        some.map((one) => idOf(one, day)),
      )
      if (rows.length !== some.length) throw new Error(`expected ${some.length} ${name} from the nightly run, found ${rows.length}`)
      fresh.push([name, rows])
    }
    fresh.push(['outbox', outboxRows(some, (one) => event(one, day))])
    await measured(async () => {
      for (const [name, rows] of old)
        for (const part of inParts(rows, WRITE_BATCH)) await to.collection(name).bulkWrite(part.map(replacement), { ordered: false })
      for (const [name, rows] of fresh)
        for (const part of inParts(rows, WRITE_BATCH)) await to.collection(name).insertMany(part, { ordered: false })
    })
  }
}

/** Inserts only missing rows, because a campaign with many sign-ups appears in several chunks. */
async function insertMissing(db: Db, name: string, rows: readonly Document[]) {
  const existing = new Set(
    (
      await db
        .collection(name)
        .find({ _id: { $in: rows.map(({ _id }) => _id) } }, { projection: { _id: 1 } })
        .toArray()
    ).map(({ _id }) => String(_id)),
  )
  const missing = rows.filter(({ _id }) => !existing.has(_id))
  if (missing.length > 0) await db.collection(name).insertMany([...missing])
}

const replacement = ({ _id, version, ...fields }: Document): AnyBulkWriteOperation => ({
  replaceOne: { filter: { _id, version }, replacement: { version, ...fields } },
})

const outboxRows = (rows: readonly Document[], event: (of: Document) => object): Document[] =>
  inParts(rows, EVENTS_PER_ROW).map((part) => ({
    leaseUntil: new Date(),
    owner: 'bench',
    tries: 0,
    events: part.map((one) => {
      const id = `${one._id}-of-the-event`
      const head = { specversion: '1.0', id, type: 'of.the.bench', source: '/bench', time: new Date(), datacontenttype: 'application/json' }
      return {
        id,
        type: 'of.the.bench',
        transient: false,
        body: JSON.stringify({ ...head, dataversion: 1, causationid: id, data: event(one) }),
      }
    }),
  }))
