import { errorTable, Id } from '@reelfair/contracts'
import { isKeyed, isOpen, parametersOf } from '../define.ts'
import type { Access, AnyService, Route } from '../service.ts'
import { routeRefusals } from './route-refusals.ts'
import { accessOf, inWords, jsonSchemaOf } from './words.ts'

const problem = {
  type: 'object',
  required: ['type', 'status', 'code', 'title', 'detail', 'requestId'],
  properties: {
    type: { const: 'about:blank' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errorTable) },
    title: { type: 'string' },
    detail: { type: 'string', description: 'Message for people, in the language of Accept-Language.' },
    requestId: { type: 'string' },
    details: { type: 'object' },
    fields: {
      type: 'array',
      items: { type: 'object', required: ['path', 'message'], properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}

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
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Issued by identity, attached by the gateway.' },
        gateway: { type: 'apiKey', in: 'header', name: 'x-gateway-secret' },
      },
    },
  }
}

function operationOf(route: Route): Record<string, unknown> {
  const { method, path, options } = route
  const inPath = parametersOf(path)
  const schema = options.input ? jsonSchemaOf(options.input, 'input') : { type: 'object', properties: {} }
  const { properties = {}, required = [], ...rest } = schema as { properties?: Record<string, object>; required?: string[] }
  const others = Object.fromEntries(Object.entries(properties).filter(([key]) => !inPath.includes(key)))
  const needed = required.filter((key) => key in others)
  const hasBody = method !== 'get' && method !== 'delete'
  const bytes = { required: true, content: { 'application/json': { schema: { description: 'Raw bytes, because the body is signed.' } } } }
  const file = {
    required: true,
    content: Object.fromEntries((options.upload?.types ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
  }
  const query = hasBody
    ? []
    : Object.entries(others).map(([key, of]) => ({ name: key, in: 'query', required: needed.includes(key), schema: of }))
  const status = options.status ?? (options.streams ? 200 : options.output ? (method === 'post' ? 201 : 200) : 204)
  const roles: readonly Access[] = [options.role].flat()
  return {
    operationId: options.run.name,
    summary: inWords(options.run.name),
    'x-access': accessOf(options),
    security: !isOpen(roles) ? [{ session: [] }] : roles.includes('gateway') ? [{ gateway: [] }] : [],
    parameters: [
      ...inPath.map((key) => ({ name: key, in: 'path', required: true, schema: properties[key] ?? { type: 'string' } })),
      ...query,
      ...(options.adminsMayView ? [{ name: 'brandId', in: 'query', required: false, schema: jsonSchemaOf(Id, 'input') }] : []),
      ...(isKeyed(route) ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', format: 'uuid' } }] : []),
    ],
    ...(options.raw ? { requestBody: bytes } : options.upload ? { requestBody: file } : {}),
    ...(hasBody && Object.keys(others).length > 0
      ? { requestBody: { required: true, content: { 'application/json': { schema: { ...rest, properties: others, required: needed } } } } }
      : {}),
    responses: {
      [status]: options.output
        ? { description: 'Done.', content: { 'application/json': { schema: jsonSchemaOf(options.output, 'output') } } }
        : { description: options.streams ?? 'Done.' },
      ...(options.streams && method === 'get' ? { 206: { description: 'The requested range.' } } : {}),
      ...refusalsOf(route),
    },
  }
}

function refusalsOf(route: Route): Record<string, unknown> {
  const byStatus = Object.groupBy(routeRefusals(route), (code) => errorTable[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => {
      const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code: { enum: codes } } }] }
      return [status, { description: codes.join(', '), content: { 'application/problem+json': { schema } } }]
    }),
  )
}
