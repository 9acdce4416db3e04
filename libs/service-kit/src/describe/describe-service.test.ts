import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { plain, toy } from '../../test/toy.ts'
import { defineConfig } from '../config.ts'
import type { AnyService } from '../service.ts'
import { describeService } from './describe-service.ts'

interface Operation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Record<string, unknown> }> }
  readonly responses: Record<string, { readonly description: string }>
  readonly security: readonly object[]
}
const operationsOf = (definition: AnyService) => {
  const { paths } = JSON.parse(JSON.stringify(describeService(definition).openapi)) as { paths: Record<string, Record<string, Operation>> }
  return paths
}

function refsOf(document: unknown): [string, unknown][] {
  const found: [string, unknown][] = []
  JSON.stringify(document, (key, value) => {
    if (key === '$ref' && typeof value === 'string' && value.startsWith('#/')) {
      const target = value
        .slice(2)
        .split('/')
        .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
      found.push([value, target])
    }
    return value
  })
  return found
}

test.each([plain, toy])('lists every route of $name in its OpenAPI document', (definition) => {
  const paths = operationsOf(definition)
  const inDocument = Object.entries(paths).flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`))
  expect(inDocument.sort()).toEqual(
    (definition.routes ?? []).map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
  )
})

test('describes a route with its input, responses and access', () => {
  const paths = operationsOf(toy)
  const list = paths['/boxes']?.get
  expect(list?.parameters.map(({ name, in: where, required }) => [name, where, required])).toEqual([
    ['cursor', 'query', false],
    ['limit', 'query', false],
  ])
  const make = paths['/boxes']?.post
  expect(make).toMatchObject({ operationId: 'makeBox', summary: 'Make box', 'x-access': 'user', security: [{ session: [] }] })
  expect(make?.requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    required: ['name'],
    additionalProperties: false,
  })
  expect(Object.keys(make?.responses ?? {})).toEqual([
    '201',
    '400',
    '401',
    '403',
    '404',
    '408',
    '409',
    '413',
    '415',
    '421',
    '429',
    '431',
    '500',
    '503',
  ])
  const remove = paths['/boxes/{boxId}']?.delete
  expect(remove?.parameters).toMatchObject([
    { name: 'boxId', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'Idempotency-Key', in: 'header' },
  ])
  expect(remove?.responses['204']).toEqual({ description: 'Done.' })
  expect(operationsOf(plain)['/doors/gateway']?.get?.security).toEqual([{ gateway: [] }])
})

test('describes no Idempotency-Key for a confidential route', () => {
  const secret = operationsOf(toy)['/secret-boxes']?.post
  expect(secret).toMatchObject({ 'x-access': 'user', security: [{ session: [] }], parameters: [] })
  expect(secret?.responses['409']?.description).toBe('email_taken, conflict')
})

test('lists declared refusal codes and those implied by the route’s type', () => {
  const paths = operationsOf(plain)
  const codes = (path: string, status: number) => paths[path]?.get?.responses[status]?.description.split(', ')
  expect(codes('/refusals', 413)).toEqual(['too_large'])
  expect(codes('/refusals', 400)).toEqual(['malformed_body', 'invalid_input', 'too_complex'])
  expect(codes('/refusals', 401)).toBeUndefined()
  expect(codes('/doors/brand', 403)).toEqual(['not_allowed', 'brand_incomplete'])
  expect(codes('/doors/contract', 403)).toEqual(['not_allowed', 'brand_incomplete', 'terms_outdated'])
  expect(paths['/refusals']?.get?.responses[413]).toMatchObject({
    content: { 'application/problem+json': { schema: { allOf: [{}, { type: 'object', properties: { code: { enum: ['too_large'] } } }] } } },
  })
})

test('includes every published and subscribed event in the AsyncAPI document with valid references', () => {
  const { openapi, asyncapi } = describeService(toy)
  const document = JSON.parse(JSON.stringify(asyncapi))
  expect(Object.keys(document.operations)).toEqual(['subscribe box.wanted@1', 'publish box.made@1'])
  expect(document.operations['publish box.made@1']).toMatchObject({ action: 'send', channel: { $ref: '#/channels/box.made' } })
  expect(document.components.messages['box.made@1'].payload.properties).toMatchObject({
    type: { const: 'box.made' },
    dataversion: { const: 1 },
    data: { type: 'object', required: ['boxId', 'ownerId', 'name'] },
  })
  for (const [ref, target] of [...refsOf(document), ...refsOf(JSON.parse(JSON.stringify(openapi)))]) expect(target, ref).toBeDefined()
  expect(refsOf(document).length).toBeGreaterThan(4)
})

test('pads the columns of README tables as Biome does', () => {
  const { tables } = describeService(toy)
  for (const table of tables.split(/\n\n/).filter((part) => part.startsWith('|'))) {
    expect(new Set(table.split('\n').map(({ length }) => length)).size, table).toBe(1)
  }
})

test('lists each part of a service in the README tables', () => {
  // Collapses cell padding before comparing.
  const tables = describeService(toy).tables.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')
  expect(tables).toContain('### Endpoints\n\n| Route | Access | Action |\n| --- | --- | --- |\n| `POST /boxes` | user | Make box |')
  expect(tables).toContain('### Subscribes to\n\n| Event | Action |\n| --- | --- |\n| `box.wanted` | Remember |')
  expect(tables).toContain('| `box.made` | boxId, ownerId, name |')
  expect(tables).toContain('| 02:00 | `sweep-boxes` | Sweep boxes |')
  expect(tables).toContain('| `make-box OWNERID [NAME]` | Makes a box for a user. |')
  expect(tables).toContain('| `MONGODB_URI` | Address of the database; a replica set, because transactions require one. | required |')
  expect(tables).toContain('| `PORT` | The port to listen on; 0 picks a free one. | `0` |')
  expect(tables).toContain('| `AMQP_URL` | Address of RabbitMQ. | required, unless a bus is passed in |')
  expect(describeService(plain).tables).not.toContain('### Subscribes to')
})

test('shows "none" for an empty default of an object or list', () => {
  const config = defineConfig({
    PROXIES: z
      .string()
      .default('')
      .transform(() => new BlockList())
      .describe('Proxies in front.'),
    ORIGINS: z
      .string()
      .default('')
      .transform((text) => text.split(' ').filter(Boolean))
      .describe('Origins.'),
  })
  const { tables } = describeService({ name: 'toy', config })
  expect(tables.split('\n').filter((line) => /PROXIES|ORIGINS/.test(line))).toMatchObject(
    [/none +\|$/, /none +\|$/].map((line) => expect.stringMatching(line)),
  )
})
