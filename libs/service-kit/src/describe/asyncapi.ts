import { type EventDefinition, eventKey } from '@reelfair/contracts'
import type { z } from 'zod'
import type { AnyService } from '../service.ts'
import { inWords, jsonSchemaOf } from './words.ts'

// biome-ignore lint/suspicious/noExplicitAny: a list of events of all schemas.
type AnyEvent = EventDefinition<any>

export function asyncapiOf({ name, subscribes = [], publishes = [] }: AnyService): Record<string, unknown> {
  const events = new Map<string, AnyEvent>([...publishes, ...subscribes.map(({ event }) => event)].map((event) => [eventKey(event), event]))
  const channelOf = ({ type }: AnyEvent) => ({ $ref: `#/channels/${type}` })
  const messageOf = (event: AnyEvent) => [{ $ref: `#/channels/${event.type}/messages/${eventKey(event)}` }]
  const operations = [
    ...subscribes.map(({ event, run }) => [
      `subscribe ${eventKey(event)}`,
      { action: 'receive', summary: inWords(run.name), channel: channelOf(event), messages: messageOf(event) },
    ]),
    ...publishes.map((event) => [`publish ${eventKey(event)}`, { action: 'send', channel: channelOf(event), messages: messageOf(event) }]),
  ]
  // All versions of an event share one channel.
  const channels = Map.groupBy(events.keys(), (key) => events.get(key)?.type ?? '')
  return {
    asyncapi: '3.0.0',
    info: { title: `Reelfair ${name}`, version: '1' },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      [...channels].map(([address, keys]) => [
        address,
        { address, messages: Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/messages/${key}` }])) },
      ]),
    ),
    operations: Object.fromEntries(operations),
    components: { messages: Object.fromEntries([...events].map(([key, event]) => [key, describeMessage(event)])) },
  }
}

function describeMessage({ type, version, schema, transient }: AnyEvent): Record<string, unknown> {
  const data = jsonSchemaOf(schema as z.ZodType, 'output')
  return {
    name: type,
    title: `${type}, version ${version}${transient ? ', not persisted' : ''}`,
    contentType: 'application/cloudevents+json',
    payload: {
      type: 'object',
      required: ['specversion', 'id', 'type', 'source', 'time', 'dataversion', 'causationid', 'data'],
      properties: {
        specversion: { const: '1.0' },
        id: { type: 'string', format: 'uuid' },
        type: { const: type },
        source: { type: 'string' },
        time: { type: 'string', format: 'date-time' },
        datacontenttype: { const: 'application/json' },
        dataversion: { const: version },
        causationid: { type: 'string' },
        data,
      },
    },
  }
}
