/**
 * Program that checks the raw body's HMAC signature and inserts one document, using only Express 5 and the driver: no
 * logs, limits, schemas or metrics.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import express from 'express'
import { MongoClient } from 'mongodb'
import { announceServer } from './announce.ts'

const TOLERANCE_SECONDS = 300
const { MONGODB_URI = '', DATABASE = '', STRIPE_WEBHOOK_SECRET = '' } = process.env
const client = await new MongoClient(MONGODB_URI, { writeConcern: { w: 'majority' }, maxPoolSize: 12 }).connect()
const events = client.db(DATABASE).collection<{ _id: string; version: number; type: string; objectId: string; at: Date }>('stripe_events')
await events.createIndex({ at: 1 })

function isSigned(body: Buffer, header: string): boolean {
  const parts = new Map(header.split(',').map((part) => part.split('=', 2) as [string, string]))
  const seconds = Number(parts.get('t'))
  const given = Buffer.from(parts.get('v1') ?? '', 'hex')
  const wanted = createHmac('sha256', STRIPE_WEBHOOK_SECRET).update(`${seconds}.`).update(body).digest()
  return Math.abs(Date.now() / 1000 - seconds) <= TOLERANCE_SECONDS && given.length === wanted.length && timingSafeEqual(given, wanted)
}

const app = express()
app.post('/webhooks/stripe/platform', express.raw({ type: () => true }), async (request, response) => {
  if (!isSigned(request.body, request.get('stripe-signature') ?? '')) {
    response.status(400).end()
    return
  }
  const { id, type, data } = JSON.parse(request.body.toString())
  await events.insertOne({ _id: id, version: 1, type, objectId: data.object.id, at: new Date() })
  response.status(204).end()
})

await announceServer(createServer(app))
