/** OpenAPI 3.1 from the routes and their schemas. */
import { type ErrorCode, errorTable } from '@reelfair/contracts'
import { parametersOf } from '../define.ts'
import type { Access, AnyService, Route } from '../service.ts'
import { inWords, jsonSchemaOf } from './words.ts'

/** What any route may answer, beside the refusals of its own use case. */
const ALWAYS: readonly ErrorCode[] = ['too_many_requests', 'internal', 'unavailable']

const problem = {
  type: 'object',
  required: ['type', 'status', 'code', 'title', 'detail', 'requestId'],
  properties: {
    type: { const: 'about:blank' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errorTable) },
    title: { type: 'string' },
    detail: { type: 'string', description: 'The sentence for people, in the language of Accept-Language.' },
    requestId: { type: 'string' },
    details: { type: 'object' },
    fields: {
      type: 'array',
      items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

/** The document of a service's routes. */
export function openapiOf({ name, routes = [] }: AnyService): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `Reelfair ${name}`, version: '1' },
    servers: [{ url: `/api/${name}` }],
    paths,
    components: {
      schemas: { Problem: problem },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Made by identity, put on by the gateway.' },
        gateway: { type: 'apiKey', in: 'header', name: 'x-gateway-secret' },
      },
    },
  }
}

function operationOf({ method, path, options }: Route): Record<string, unknown> {
  const inPath = parametersOf(path)
  const schema = options.input ? jsonSchemaOf(options.input, 'input') : { type: 'object', properties: {} }
  const { properties = {}, required = [], ...rest } = schema as { properties?: Record<string, object>; required?: string[] }
  const others = Object.fromEntries(Object.entries(properties).filter(([key]) => !inPath.includes(key)))
  const needed = required.filter((key) => key in others)
  const hasBody = method !== 'get' && method !== 'delete'
  const bytes = { required: true, content: { 'application/json': { schema: { description: 'Taken as its bytes, for it is signed.' } } } }
  const file = {
    required: true,
    content: Object.fromEntries((options.upload?.types ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
  }
  const query = hasBody
    ? []
    : Object.entries(others).map(([key, of]) => ({ name: key, in: 'query', required: needed.includes(key), schema: of }))
  const status = options.status ?? (options.streams ? 200 : options.output ? (method === 'post' ? 201 : 200) : 204)
  const roles: readonly Access[] = [options.role].flat()
  const writes = method !== 'get' && !isOpen(roles) && !options.upload
  return {
    operationId: options.run.name,
    summary: inWords(options.run.name),
    'x-access': roles.join(', '),
    security: !isOpen(roles) ? [{ session: [] }] : roles.includes('gateway') ? [{ gateway: [] }] : [],
    parameters: [
      ...inPath.map((key) => ({ name: key, in: 'path', required: true, schema: properties[key] ?? { type: 'string' } })),
      ...query,
      ...(writes ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }] : []),
    ],
    ...(options.raw ? { requestBody: bytes } : options.upload ? { requestBody: file } : {}),
    ...(hasBody && Object.keys(others).length > 0
      ? { requestBody: { required: true, content: { 'application/json': { schema: { ...rest, properties: others, required: needed } } } } }
      : {}),
    responses: {
      [status]: options.output
        ? { description: 'Done.', content: { 'application/json': { schema: jsonSchemaOf(options.output, 'output') } } }
        : { description: options.streams ?? 'Done.' },
      ...refusalsOf(roles, hasBody, options.input !== undefined, writes),
    },
  }
}

/** Whether it asks for no signed-in person. */
const isOpen = (roles: readonly Access[]) => roles.includes('visitor') || roles.includes('gateway')

function refusalsOf(roles: readonly Access[], hasBody: boolean, hasInput: boolean, writes: boolean): Record<string, unknown> {
  const codes: ErrorCode[] = [
    'invalid_input',
    ...(hasBody ? (['malformed_body', 'too_large', 'wrong_type'] as const) : []),
    ...(isOpen(roles) ? [] : (['not_signed_in'] as const)),
    ...(isOpen(roles) || roles.includes('user') ? [] : (['not_allowed'] as const)),
    ...(roles.includes('brand') ? (['brand_incomplete'] as const) : []),
    ...(hasInput ? (['not_found'] as const) : []),
    ...(writes ? (['conflict', 'key_reused'] as const) : []),
    ...ALWAYS,
  ]
  const byStatus = Object.groupBy(codes, (code) => errorTable[code].status)
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(Object.entries(byStatus).map(([status, list = []]) => [status, { description: list.join(', '), content }]))
}
