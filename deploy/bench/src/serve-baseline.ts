/**
 * Program that runs Express 5 and mongoose on the product's database, without tokens, schemas, logs, limits or metrics.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import express from 'express'
import { createConnection, type mongo } from 'mongoose'
import { announceServer } from './announce.ts'

type Stored = mongo.Document & { _id: string }

type Row = { _id: string; version: number; createdAt: Date; viewsGoal: number; rateCard: { centsPer1000: number } } & Record<
  string,
  unknown
>

/** The fields that the product returns, in the same order. These campaigns are still waiting for their credits. */
const viewOf = ({ _id, viewsGoal, createdAt, ...row }: Row) => ({
  id: _id,
  brandId: row.brandId,
  name: row.name,
  viewsGoal,
  actualViews: row.charged,
  reservedViews: row.reserved,
  observedViews: row.observedViews,
  hasViews: row.observedViews !== 0,
  signUps: row.signUps,
  category: row.category,
  language: row.language,
  zones: row.zones,
  network: row.network,
  link: row.link,
  logo: row.logo,
  duration: row.duration,
  status: row.status,
  phase: row.status,
  rateCard: row.rateCard,
  cashprizeCents: Math.floor((viewsGoal * row.rateCard.centsPer1000) / 1000),
  createdAt,
})

const publicViewOf = ({ _id, viewsGoal, rateCard, ...row }: Row) => ({
  id: _id,
  name: row.name,
  viewsGoal,
  grantedViews: 0,
  remainingViews: viewsGoal,
  category: row.category,
  language: row.language,
  zones: row.zones,
  network: row.network,
  link: row.link,
  logo: row.logo,
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  rateCard,
  cashprizeCents: Math.floor((viewsGoal * rateCard.centsPer1000) / 1000),
})

const creatorViewOf = ({ _id, creatorId: _, usernameKey: __, ...row }: Record<string, unknown>) => ({ accountId: _id, ...row })

const CREATOR_FIELDS = [
  ...(['creatorId', 'network', 'username', 'usernameKey', 'language', 'category', 'country', 'city'] as const),
  ...(['followers', 'averageViews', 'rpmCents', 'isCollabOpen', 'verifiedAt', 'statsAt'] as const),
]

const PAGE = 20
const UNFUNDED_LIMIT = 100
const { MONGODB_URI = '', DATABASE = '' } = process.env
const connection = await createConnection(MONGODB_URI, { dbName: DATABASE, writeConcern: { w: 'majority' }, maxPoolSize: 12 }).asPromise()
const campaigns = connection.collection<Row>('campaigns')
const accounts = connection.collection('accounts')
const written = connection.collection<Row>('baseline_campaigns')
const outbox = connection.collection<{ _id: string; leaseUntil: Date; body: string }>('baseline_outbox')
const logos = connection.collection<{ _id: string; brandId: string; state: string; kind: string; type: string }>('media')
const drafts = connection.collection<{ _id: string }>('drafts')
const settings = connection.collection<{ key: string; validFrom: Date }>('settings')
const users = connection.collection<{ _id: string; state: string; version: number }>('baseline_users')
// The product has these indexes, which include campaigns that have not started.
await written.createIndex({ brandId: 1, createdAt: -1, _id: -1 })
await written.createIndex({ brandId: 1, status: 1, createdAt: -1, _id: -1 })
await outbox.createIndex({ leaseUntil: 1 })

const app = express()

app.get('/campaigns', async (request, response) => {
  const found = await campaigns
    .find({ brandId: request.query.brandId }, { readConcern: { level: 'majority' } })
    .sort({ createdAt: -1, _id: -1 })
    .limit(PAGE + 1)
    .toArray()
  response.json({ items: found.slice(0, PAGE).map(viewOf) })
})

app.get('/public-campaigns', async (_, response) => {
  const found = await campaigns
    .find({ status: 'active', network: 'instagram', endsAt: { $gt: new Date() } }, { readConcern: { level: 'majority' } })
    .sort({ endsAt: 1, _id: 1 })
    .limit(PAGE + 1)
    .toArray()
  response.json({ items: found.slice(0, PAGE).map(publicViewOf) })
})

app.get('/creators', async (request, response) => {
  const { category, language } = request.query
  const found = await accounts
    .find(
      { searchKeys: category ? `category:${category}` : 'all', averageViews: { $gte: 0 }, ...(language && { language }) },
      { readConcern: { level: 'majority' }, projection: Object.fromEntries(CREATOR_FIELDS.map((field) => [field, 1])) },
    )
    .sort({ averageViews: -1, _id: -1 })
    .limit(PAGE + 1)
    .toArray()
  response.json({ items: found.slice(0, PAGE).map(creatorViewOf) })
})

app.post('/campaigns', express.json(), async (request, response) => {
  const { brandId, ...draft } = request.body
  const { mediaId, ...rest } = draft
  const counts = { charged: 0, reserved: 0, observedViews: 0, signUps: 0 }
  const rateCard = { validFrom: '2025-08-23', centsPer1000: 10 }
  const _id = randomUUID()
  let answer = {}
  await connection.transaction(
    async (session) => {
      // Starting work and deleting the brand both write its document, so only one of them can succeed.
      const closing = { $inc: { version: 1 }, $setOnInsert: { state: 'open' } }
      await users.findOneAndUpdate({ _id: brandId }, closing, { session, upsert: true, returnDocument: 'after' })
      // A brand may leave only a few campaigns unfunded per day.
      const today = new Date(new Date().setUTCHours(0, 0, 0, 0))
      const unfunded = { brandId, status: 'failed', createdAt: { $gte: today }, unfundedAt: { $exists: true } }
      await written.countDocuments(unfunded, { session, limit: UNFUNDED_LIMIT })
      const inForce = { key: 'rate_card', validFrom: { $lte: new Date() } }
      await settings.find(inForce, { session }).sort({ validFrom: -1, _id: -1 }).limit(1).toArray()
      // A campaign needs its brand's logo, and creating a campaign deletes the brand's draft.
      const media = await logos.findOne({ _id: mediaId, brandId, state: 'stored' }, { session })
      const logo = { mediaId, kind: media?.kind, type: media?.type }
      const campaign = { brandId, ...rest, logo, rateCard, ...counts, status: 'funding', createdAt: new Date() }
      const made = await drafts.findOne({ _id: brandId }, { session })
      if (made) await drafts.deleteOne({ _id: brandId }, { session })
      const row = { _id: randomUUID(), leaseUntil: new Date(), body: JSON.stringify(campaign) }
      const writes: mongo.AnyClientBulkWriteModel<Stored>[] = [
        { name: 'insertOne', namespace: `${DATABASE}.baseline_campaigns`, document: { _id, version: 1, ...campaign } },
        { name: 'insertOne', namespace: `${DATABASE}.baseline_outbox`, document: row },
      ]
      await connection.getClient().bulkWrite<Record<string, Stored>>(writes, { session, ordered: true })
      answer = campaign
    },
    { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
  )
  response.status(201).json({ id: _id, ...answer })
})

await announceServer(createServer(app))
