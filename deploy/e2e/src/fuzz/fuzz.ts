/** Sends generated requests to every operation as every role. Each response must match the OpenAPI document. */
import { describeService } from '@reelfair/service-kit'
import { type Answer, type Caller, type Person, person } from '@reelfair/testkit'
import { logoPng } from '@reelfair/testkit/logo'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { businessServices } from '../access/services.ts'
import { startWorld } from '../access/world.ts'
import { generate, type JsonSchema, randomOf, type Sent, type Shape } from './generate.ts'

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

export interface Operation extends Shape {
  readonly service: string
  readonly name: string
  readonly answers: Readonly<Record<string, Content>>
  /** Roles that may call the operation, such as `creator, brand`. */
  readonly access: string
}

export const MAX_REFUSAL_BYTES = 16 * 1024

type Documents = Readonly<Record<string, Readonly<Record<string, Record<string, never>>>>>

export const operations: readonly Operation[] = businessServices.flatMap((service) => {
  const { paths, components } = JSON.parse(JSON.stringify(describeService(service).openapi)) as {
    paths: Documents
    components: { schemas: { Problem: object } }
  }
  const resolved = (part: unknown) =>
    JSON.parse(JSON.stringify(part), (_, value) => (value?.$ref === '#/components/schemas/Problem' ? components.schemas.Problem : value))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const {
        parameters,
        requestBody,
        responses,
        'x-access': access,
      } = operation as unknown as {
        parameters: Shape['parameters']
        requestBody?: Content
        responses: Record<string, Content>
        'x-access': string
      }
      const taken = requestBody?.content ?? {}
      const writes = method !== 'get' && method !== 'delete'
      return {
        service: service.name,
        name: `${method.toUpperCase()} /${service.name}${path}`,
        method: method.toUpperCase(),
        path,
        parameters,
        body: taken['application/json']?.schema,
        types: Object.keys(taken).length > 0 ? Object.keys(taken) : writes ? ['application/json'] : [],
        answers: resolved(responses),
        access,
      }
    }),
  )
})

function faultOf({ answers }: Operation, { status, body, headers }: Answer): string | undefined {
  const listed = answers[status]
  if (status >= 500 || !listed) return `answers ${status} ${body?.code}, which ${listed ? 'must not happen' : 'its document does not list'}`
  const type = headers['content-type']?.split(';')[0] ?? ''
  const schema = listed.content?.[type]?.schema
  if (status >= 400 && Buffer.byteLength(JSON.stringify(body)) > MAX_REFUSAL_BYTES)
    return `refuses in ${JSON.stringify(body).length} characters`
  if (!schema) return status >= 400 ? `refuses as ${type}` : undefined
  const { error } = schemaOf(schema).safeParse(body)
  return error ? `answers ${status} with a body that its schema refuses: ${z.prettifyError(error)}` : undefined
}

const schemas = new Map<JsonSchema, z.ZodType>()
function schemaOf(schema: JsonSchema): z.ZodType {
  const known = schemas.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  schemas.set(schema, known)
  return known
}

const VERBS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del' } as const
/** The owner sends half of the requests, because routes that send e-mail allow only 10 per minute per person. */
const REQUESTS_PER_ROUND = 20
const CONCURRENCY = 4

/** @param perRole requests per operation and role */
export async function fuzz(perRole: number, seed: number): Promise<void> {
  const { appOf, aWorld } = await startWorld()
  const world = await aWorld()
  const known = world.things as unknown as Readonly<Record<string, string>>
  let count = 0

  const callers = (): readonly [string, Caller][] => [
    ['visitor', 'visitor'],
    ['creator', person('creator')],
    ['brand', person('brand')],
    ['incomplete brand', person('brand', false)],
    ['admin', person('admin')],
    ['gateway', 'gateway'],
  ]
  const owners: Readonly<Record<string, Person>> = { creator: world.creator, brand: world.brand }

  async function ask(operation: Operation, who: Caller, { path, body, headers }: Sent): Promise<Answer> {
    const verb = VERBS[operation.method as keyof typeof VERBS]
    const from = { 'x-forwarded-for': `2001:db8::${(++count % 65_536).toString(16)}:${Math.floor(count / 65_536).toString(16)}` }
    return appOf(operation.service)
      .as(who)
      [verb](path, operation.types.length > 0 ? body : undefined, { headers: { ...from, ...headers } })
  }

  /** The owner sends half of the requests, because everyone else mostly gets "not found". */
  async function round(operation: Operation, seedOfRound: number, requests: number): Promise<string[]> {
    const faults: string[] = []
    const random = randomOf(seedOfRound)
    for (const [role, caller] of callers()) {
      if (role === 'gateway' && operation.access !== 'gateway') continue
      for (let asked = 0; asked < requests; asked += CONCURRENCY) {
        const sent = Array.from({ length: Math.min(CONCURRENCY, requests - asked) }, () => generate(operation, random, known, logoPng))
        await Promise.all(
          sent.map(async (one, at) => {
            const who = at % 2 === 0 ? (owners[role] ?? caller) : caller
            const fault = await ask(operation, who, one).then(
              (answer) => faultOf(operation, answer),
              (error: unknown) => String(error),
            )
            if (fault) faults.push(`${role}, ${one.path.slice(0, 300)} ${String(one.body ?? '').slice(0, 300)}: ${fault}`)
          }),
        )
      }
    }
    return faults
  }

  describe(`from seed ${seed}`, () => {
    test.each(operations.map((operation, at) => ({ ...operation, at })))('$name', async (operation) => {
      const faults: string[] = []
      for (let asked = 0; asked < perRole; asked += REQUESTS_PER_ROUND)
        for (const fault of await round(operation, seed + operation.at * 1_000 + asked, Math.min(REQUESTS_PER_ROUND, perRole - asked)))
          faults.push(fault)
      expect(faults.slice(0, 5), `FUZZ_SEED=${seed} repeats these ${faults.length}`).toEqual([])
    })
  })
}
