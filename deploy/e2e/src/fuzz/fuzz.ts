/** Every operation of every service, asked by every role with generated requests; each answer has to be one that the documents list. */
import { describeService } from '@reelfair/service-kit'
import { type Answer, type Person, person, type Who } from '@reelfair/testkit'
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
  /** Who may call it, as the document says: `creator, brand`. */
  readonly access: string
}

/** No refusal is longer, whatever was asked. */
export const LONGEST_REFUSAL_BYTES = 16 * 1024

type Documents = Readonly<Record<string, Readonly<Record<string, Record<string, never>>>>>

/** All operations, as their OpenAPI documents have them. */
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

/** Why an answer is not one that the documents list; undefined when it is. */
export function faultOf({ answers }: Operation, { status, body, headers }: Answer): string | undefined {
  const listed = answers[status]
  if (status >= 500 || !listed) return `answers ${status} ${body?.code}, which ${listed ? 'must not happen' : 'its document does not list'}`
  const type = headers['content-type']?.split(';')[0] ?? ''
  const schema = listed.content?.[type]?.schema
  if (status >= 400 && Buffer.byteLength(JSON.stringify(body)) > LONGEST_REFUSAL_BYTES)
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
/** The limit of a route that sends mails is 10 a minute and person. */
const ASKED_BY_ONE = 20
const AT_ONCE = 4

/**
 * Registers one test for each operation.
 * @param perRole requests per operation and role
 */
export async function fuzz(perRole: number, seed: number): Promise<void> {
  const { appOf, aWorld } = await startWorld()
  const world = await aWorld()
  const known = world.things as unknown as Readonly<Record<string, string>>
  let count = 0

  const strangers = (): readonly [string, Who][] => [
    ['visitor', 'visitor'],
    ['creator', person('creator')],
    ['brand', person('brand')],
    ['incomplete brand', person('brand', false)],
    ['admin', person('admin')],
    ['gateway', 'gateway'],
  ]
  const owners: Readonly<Record<string, Person>> = { creator: world.creator, brand: world.brand }

  async function ask(operation: Operation, who: Who, { path, body, headers }: Sent): Promise<Answer> {
    const verb = VERBS[operation.method as keyof typeof VERBS]
    const from = { 'x-forwarded-for': `2001:db8::${(++count % 65_536).toString(16)}:${Math.floor(count / 65_536).toString(16)}` }
    return appOf(operation.service)
      .as(who)
      [verb](path, operation.types.length > 0 ? body : undefined, { headers: { ...from, ...headers } })
  }

  /** The owners' things are asked for by the owners in every other round, so that requests get past "not found". */
  async function round(operation: Operation, seedOfRound: number, requests: number): Promise<string[]> {
    const faults: string[] = []
    const random = randomOf(seedOfRound)
    for (const [role, stranger] of strangers()) {
      if (role === 'gateway' && operation.access !== 'gateway') continue
      for (let asked = 0; asked < requests; asked += AT_ONCE) {
        const sent = Array.from({ length: Math.min(AT_ONCE, requests - asked) }, () => generate(operation, random, known, logoPng))
        await Promise.all(
          sent.map(async (one, at) => {
            const who = at % 2 === 0 ? (owners[role] ?? stranger) : stranger
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
      for (let asked = 0; asked < perRole; asked += ASKED_BY_ONE)
        for (const fault of await round(operation, seed + operation.at * 1_000 + asked, Math.min(ASKED_BY_ONE, perRole - asked)))
          faults.push(fault)
      expect(faults.slice(0, 5), `FUZZ_SEED=${seed} repeats these ${faults.length}`).toEqual([])
    })
  })
}
