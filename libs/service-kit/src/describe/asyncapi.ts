/** AsyncAPI 3.0 from the events that a service hears and says. */
import type { EventDefinition } from '@reelfair/contracts'
import type { z } from 'zod'
import type { AnyService } from '../service.ts'
import { inWords, jsonSchemaOf } from './words.ts'

// biome-ignore lint/suspicious/noExplicitAny: a list of events of all schemas.
type AnyEvent = EventDefinition<any>

/** The document of a service's events. */
export function asyncapiOf({ name, hears = [], says = [] }: AnyService): Record<string, unknown> {
  const events = new Map<string, AnyEvent>([...says, ...hears.map(({ event }) => event)].map((event) => [event.type, event]))
  const channelOf = ({ type }: AnyEvent) => ({ $ref: `#/channels/${type}` })
  const messageOf = ({ type }: AnyEvent) => [{ $ref: `#/channels/${type}/messages/${type}` }]
  const operations = [
    ...hears.map(({ event, run }) => [
      `hear ${event.type}`,
      { action: 'receive', summary: inWords(run.name), channel: channelOf(event), messages: messageOf(event) },
    ]),
    ...says.map((event) => [`say ${event.type}`, { action: 'send', channel: channelOf(event), messages: messageOf(event) }]),
  ]
  return {
    asyncapi: '3.0.0',
    info: { title: `Reelfair ${name}`, version: '1' },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      [...events.values()].map((event) => [
        event.type,
        { address: event.type, messages: { [event.type]: { $ref: `#/components/messages/${event.type}` } } },
      ]),
    ),
    operations: Object.fromEntries(operations),
    components: { messages: Object.fromEntries([...events.values()].map((event) => [event.type, describeMessage(event)])) },
  }
}

function describeMessage({ type, version, schema, transient }: AnyEvent): Record<string, unknown> {
  const data = jsonSchemaOf(schema as z.ZodType, 'output')
  return {
    name: type,
    title: `${type}, version ${version}${transient ? ', kept by nobody' : ''}`,
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
