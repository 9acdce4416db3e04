import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { clientsOf, movableClock, person, testSecrets } from '@reelfair/testkit'
import { afterAll, expect, test } from 'vitest'
import { plain } from '../../test/toy.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { createLog } from '../log.ts'
import { startService } from '../start-service.ts'

const lines: Record<string, unknown>[] = []
const log = createLog('test', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) })
const bus = inProcessBus({ log })
const clock = movableClock(new Date())
const service = await startService(plain, { env: { ...testSecrets }, bus, log, clock })
afterAll(async () => {
  await service.stop()
  await bus.close()
})
const as = clientsOf(service.url)
const visitor = as('visitor')

/** Sends the bytes unchanged and returns everything that the server sends until it closes the connection. */
function raw(bytes: string): Promise<string> {
  const { port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('combines body, path parameters and query into one input', async () => {
  const boxId = randomUUID()
  expect(await visitor.post('/echo', { name: ' a ' })).toMatchObject({ status: 201, body: { name: 'a' } })
  expect(await visitor.put(`/echo/${boxId}`, { name: 'b' })).toMatchObject({ status: 200, body: { name: 'b', boxId } })
  expect(await visitor.get('/sums', { a: 1, b: 2 })).toMatchObject({ status: 200, body: { sum: 3 } })
})

test('prefers a path parameter over a body field with the same name', async () => {
  const [inPath, inBody] = [randomUUID(), randomUUID()]
  expect((await visitor.put(`/echo/${inPath}`, { name: 'b', boxId: inBody })).body.boxId).toBe(inPath)
})

test('drops fields that the output schema does not declare', async () => {
  expect((await visitor.get('/sums', { a: 1, b: 2 })).body).toEqual({ sum: 3 })
  const { body, status, headers } = await visitor.post('/cookies')
  expect({ body, status, session: headers['x-set-session'] }).toEqual({ body: { ok: true }, status: 202, session: 'crumb' })
  expect(await visitor.post('/empty', {})).toMatchObject({ status: 204, body: undefined })
})

test('accepts session tokens issued before or after the movable clock jumps', async () => {
  for (const days of [0, 10]) {
    clock.advance({ days })
    expect((await as('creator').get('/doors/creator')).status).toBe(200)
  }
})

test.each([
  ['two hosts', 'GET /sums?a=1&b=2 HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET /sums?a=1&b=2 HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['HTTP/0.9', 'GET /sums?a=1&b=2\r\n\r\n'],
])('refuses a request with %s', async (_, bytes) => {
  expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"malformed_body"/)
})

test('lets an admin read as the brand that the query names, and logs who viewed whose data', async () => {
  const brandId = randomUUID()
  const { status, body } = await as('admin').get('/viewed', { brandId })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { id: brandId, role: 'brand', complete: true, viewedBy: expect.any(String) },
  })
  const viewed = lines.filter(({ msg }) => msg === 'admin viewed brand data')
  expect(viewed).toMatchObject([{ route: 'GET /viewed', adminId: body.viewedBy, brandId, requestId: body.causeId }])
})

test('refuses an admin who names no brand, and a brand that names one', async () => {
  const brand = await as('brand').get('/viewed')
  expect(brand).toMatchObject({ status: 200, body: { role: 'brand' } })
  expect(await as('admin').get('/viewed')).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect(await as('admin').get('/viewed', { brandId: 'x' })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  for (const brandId of [brand.body.id, randomUUID()])
    expect(await as('brand').get('/viewed', { brandId })).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
})

test('forbids caching and does not reveal the server software', async () => {
  for (const path of ['/doors/visitor', '/nowhere']) {
    const { headers } = await visitor.get(path)
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['etag']))
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-powered-by']))
  }
})

test('keeps the gateway’s request id and replaces an invalid one', async () => {
  const id = randomUUID()
  const kept = await visitor.get('/doors/visitor', undefined, { headers: { 'x-request-id': id } })
  expect([kept.headers['x-request-id'], kept.body.causeId]).toEqual([id, id])
  const { headers } = await visitor.get('/doors/visitor', undefined, { headers: { 'x-request-id': 'x"} {"forged' } })
  expect(headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/)
})

test.each([
  ['an unknown field', { name: 'a', weight: 3 }, ['weight']],
  ['a nested unknown field', { name: 'a', lid: { colour: 'red', deep: 1 } }, ['lid.deep']],
  ['a missing field', {}, ['name']],
  ['an invalid field, with its path', { name: 'a', lid: { colour: 'blue' } }, ['lid.colour']],
  ['several invalid fields', { name: '', lid: {}, x: 1 }, ['name', 'lid.colour', 'x']],
  ['a prototype key', '{"name":"a","__proto__":{"polluted":true}}', ['__proto__']],
])('refuses %s', async (_, body, paths) => {
  const answer = await visitor.post('/echo', body)
  expect(answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/problem+json; charset=utf-8' } })
  expect(answer.body).toMatchObject({
    type: 'about:blank',
    code: 'invalid_input',
    title: 'Bad Request',
    requestId: answer.headers['x-request-id'],
  })
  expect(answer.body.fields.map(({ path }: { path: string }) => path)).toEqual(paths)
})

/** Builds the body as text, so that field names can contain raw escapes. */
const withKeys = (count: number, name = 'k') => `{${Array.from({ length: count }, (_, at) => `"${name}${at}":1`).join()}}`
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each([
  ['many unknown fields', withKeys(90)],
  ['long names', `{"${'n'.repeat(900)}":1}`],
  ['names with JSON escapes', withKeys(20, '\\u0001'.repeat(7))],
])('limits the size of the response to %s', async (_, body) => {
  const answer = await visitor.put(`/echo/${randomUUID()}`, body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(JSON.stringify(answer.body).length).toBeLessThan(16 * 1024)
  expect(answer.body.fields.length).toBeLessThanOrEqual(20)
  for (const { path, message } of answer.body.fields) expect([path.length <= 64, message.length <= 64]).toEqual([true, true])
})

test.each([
  ['101 keys', withKeys(101)],
  ['101 nested keys', `{"a":{"b":[${withKeys(101)}]}}`],
  ['a list of 101 items', `{"a":[${'1,'.repeat(100)}1]}`],
  ['11 levels', nested(11)],
  ['45,000 levels', `{"a":${'['.repeat(45_000)}${']'.repeat(45_000)}}`],
])('refuses %s before schema validation', async (_, body) => {
  expect(await visitor.put(`/echo/${randomUUID()}`, body)).toMatchObject({ status: 400, body: { code: 'too_complex' } })
})

test('refuses a query with 101 keys or with one key repeated 101 times', async () => {
  for (const query of [Array.from({ length: 101 }, (_, at) => `k${at}`).join('&'), 'a&'.repeat(101)]) {
    expect(await visitor.get(`/doors/visitor?${query}`)).toMatchObject({ status: 400, body: { code: 'too_complex' } })
  }
})

test('passes an input with 100 keys and 10 levels to the schema', async () => {
  for (const body of [withKeys(100), nested(10)]) {
    expect(await visitor.put(`/echo/${randomUUID()}`, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  }
})

test('sends only the sentence of a refusal with more than 16 KB of details', async () => {
  const { body } = await visitor.get('/refusals/endless')
  expect(body).toMatchObject({ status: 409, code: 'not_eligible', detail: 'This account can’t sign up for this campaign.' })
  expect(body.details).toBeUndefined()
})

test('refuses unknown fields in non-strict inputs and any input to a route without inputs', async () => {
  expect((await visitor.get('/sums', { a: 1, b: 2, c: 3 })).body.fields).toMatchObject([{ path: 'c' }])
  expect((await visitor.get('/doors/visitor', { c: 3 })).status).toBe(400)
  expect((await visitor.post('/empty', { c: 3 })).status).toBe(400)
})

test('explains errors in the reader’s language', async () => {
  const messagesIn = async (language: string) => {
    const options = { headers: { 'accept-language': language } }
    const { body } = await visitor.post('/echo', {}, options)
    const coded = await visitor.get('/coded', { n: 3 }, options)
    return { detail: body.detail, field: body.fields[0].message, coded: coded.body.fields[0].message }
  }
  expect(await messagesIn('en')).toEqual({
    detail: 'Some of the information is invalid. Check it and try again.',
    field: 'Please fill this in.',
    coded: 'The request took too long to arrive. Please try again.',
  })
  expect(await messagesIn('fr-FR,en;q=0.5')).toEqual({
    detail: 'Certaines informations ne sont pas valides. Vérifiez-les, puis réessayez.',
    field: 'Veuillez remplir ce champ.',
    coded: 'La requête a mis trop de temps à nous parvenir. Veuillez réessayer.',
  })
  expect((await visitor.get('/doors/visitor', undefined, { headers: { 'accept-language': 'fr' } })).body.locale).toBe('fr')
  const long = await visitor.post('/echo', { name: 'a'.repeat(41) }, { headers: { 'accept-language': 'fr' } })
  expect(long.body.fields[0].message).toMatch(/^Trop grand : .*40/)
})

test.each([
  ['invalid JSON', '{"name":', {}, 400, 'malformed_body'],
  ['a list', '[1]', {}, 400, 'malformed_body'],
  ['a JSON literal', 'null', {}, 400, 'malformed_body'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), {}, 400, 'malformed_body'],
  ['a form', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'wrong_type'],
  ['plain text', '{"name":"a"}', { 'content-type': 'text/plain' }, 415, 'wrong_type'],
  ['in another charset', '{"name":"a"}', { 'content-type': 'application/json; charset=latin1' }, 415, 'wrong_type'],
  ['compressed', 'xxxx', { 'content-encoding': 'gzip' }, 415, 'wrong_type'],
  ['too large', `{"name":"${'a'.repeat(1100)}"}`, {}, 413, 'too_large'],
] as [string, string | Buffer, Record<string, string>, number, string][])(
  'refuses a body that is %s',
  async (_, body, headers, status, code) => {
    const answer = await fetch(`${service.url}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body as string,
    })
    expect([answer.status, await answer.json()]).toMatchObject([status, { code, status }])
  },
)

test('enforces the size limit on a chunked body while it arrives', async () => {
  const body = new ReadableStream({
    start(controller) {
      for (let part = 0; part < 20; part += 1) controller.enqueue(Buffer.alloc(100, 0x20))
      controller.close()
    },
  })
  const answer = await fetch(`${service.url}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit)
  expect([answer.status, await answer.json()]).toMatchObject([
    413,
    { code: 'too_large', detail: 'This is too large. The maximum is 1 KB.' },
  ])
})

test('lists the allowed methods in the response to an unsupported one', async () => {
  expect(await visitor.del('/sums')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' }, body: { code: 'method_not_allowed' } })
  expect(await visitor.get('/echo')).toMatchObject({ status: 405, headers: { allow: 'POST' } })
  expect(await visitor.post('/nowhere', {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await visitor.get('/Sums', { a: 1, b: 2 })).toMatchObject({ status: 404 })
  expect(await visitor.get('/sums/', { a: 1, b: 2 })).toMatchObject({ status: 404 })
  expect(await visitor.put('/echo/%E0%A4%A', {})).toMatchObject({ status: 400, body: { code: 'malformed_body' } })
})

test('responds to malformed HTTP with an error code', async () => {
  const broken = await raw('GET / HTTP/9.9\r\nnonsense\r\n\r\n')
  expect(broken).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/)
  expect(JSON.parse(broken.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'malformed_body', status: 400 })
  const large = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(large).toMatch(/^HTTP\/1\.1 431 .*"code":"headers_too_large"/s)
})

test('admits each role only to its own routes', async () => {
  const people = ['visitor', 'creator', 'brand', 'incomplete-brand', 'admin', 'gateway'] as const
  const doors = ['visitor', 'user', 'creator', 'brand', 'any-brand', 'admin', 'gateway'] as const
  const passed = await Promise.all(
    people.map(async (who) => [
      who,
      ...(await Promise.all(
        doors.map(async (door) => {
          const { status, body } = await as(who).get(`/doors/${door}`)
          return status === 200 ? 'ok' : `${status} ${body.code}`
        }),
      )),
    ]),
  )
  const [signIn, no, form, none] = ['401 not_signed_in', '403 not_allowed', '403 brand_incomplete', '404 not_found']
  expect(passed).toEqual([
    // Each row is an actor; the columns are the routes visitor, user, creator, brand, any-brand, admin and gateway.
    ['visitor', 'ok', signIn, signIn, signIn, signIn, signIn, none],
    ['creator', 'ok', 'ok', 'ok', no, no, no, none],
    ['brand', 'ok', 'ok', no, 'ok', 'ok', no, none],
    ['incomplete-brand', 'ok', 'ok', no, form, 'ok', no, none],
    ['admin', 'ok', 'ok', no, no, no, 'ok', none],
    ['gateway', 'ok', signIn, signIn, signIn, signIn, signIn, 'ok'],
  ])
})

test('admits actors that match any of a route’s access levels', async () => {
  const people = ['visitor', 'creator', 'brand', 'incomplete-brand', 'admin', 'gateway'] as const
  const at = (door: string) => Promise.all(people.map(async (who) => (await as(who).get(`/doors/${door}`)).body.code ?? 'ok'))
  expect(await at('creator-or-brand')).toEqual(['not_signed_in', 'ok', 'ok', 'brand_incomplete', 'not_allowed', 'not_signed_in'])
  expect(await at('creator-or-any-brand')).toEqual(['not_signed_in', 'ok', 'ok', 'ok', 'not_allowed', 'not_signed_in'])
})

test('requires the current Terms only for routes that create a new contract', async () => {
  for (const role of ['creator', 'brand'] as const) {
    const outdated = as({ ...person(role), termsOutdated: true })
    expect(await outdated.get('/doors/contract')).toMatchObject({ status: 403, body: { code: 'terms_outdated' } })
    expect((await outdated.get(`/doors/${role}`)).status).toBe(200)
    expect((await as(role).get('/doors/contract')).status).toBe(200)
  }
})

test('admits an admin who must set up two-step sign-in only to routes open to every user', async () => {
  const admin = as(person('admin', false))
  const refused = { status: 403, body: { code: 'second_factor_required' } }
  expect((await admin.get('/doors/user')).status).toBe(200)
  expect(await admin.get('/doors/admin')).toMatchObject(refused)
  expect(await admin.get('/viewed', { brandId: randomUUID() })).toMatchObject(refused)
})

test('treats an invalid token or gateway secret as missing', async () => {
  for (const authorization of ['Bearer x.y.z', 'Basic Zm9vOmJhcg==', 'Bearer']) {
    const options = { headers: { authorization } }
    expect((await visitor.get('/doors/visitor', undefined, options)).body.kind).toBe('visitor')
    expect(await visitor.get('/doors/user', undefined, options)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
  }
  expect((await visitor.get('/doors/gateway', undefined, { headers: { 'x-gateway-secret': 'guess' } })).status).toBe(404)
})

test('limits requests per person and returns the time to wait', async () => {
  const creator = as('creator')
  const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await creator.get('/rare')).status))
  expect(statuses.sort()).toEqual([200, 200, 200, 429, 429])
  const { body, headers } = await creator.get('/rare')
  expect(body).toMatchObject({ code: 'too_many_requests', details: { seconds: Number(headers['retry-after']) } })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await as('admin').get('/rare')).status).toBe(200)
})

test('gives only visitor and confidential routes the secrets of the browser’s cookies', async () => {
  const options = { headers: { 'x-device': 'known' } }
  expect((await as('creator').get('/doors/visitor', undefined, options)).body.device).toBe('known')
  expect((await as('creator').post('/doors/confidential', {}, options)).body.device).toBe('known')
  expect((await as('creator').get('/doors/user', undefined, options)).body.device).toBeUndefined()
})

test('identifies a visitor by the address that the gateway forwards', async () => {
  const options = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  expect((await visitor.get('/doors/visitor', undefined, options('203.0.113.7'))).body.ip).toBe('203.0.113.7')
  expect((await visitor.get('/doors/visitor', undefined, options('no address'))).body.ip).toBe('127.0.0.1')
})

test('responds to a bug with only a reference and logs the stack once', async () => {
  const { status, body } = await visitor.get('/bugs')
  expect(status).toBe(500)
  expect(body).toEqual({
    type: 'about:blank',
    status: 500,
    code: 'internal',
    title: 'Internal Server Error',
    detail: `Something went wrong on our side. Nothing was changed. Reference: ${body.requestId}`,
    requestId: body.requestId,
  })
  const logged = lines.filter(({ requestId, level }) => requestId === body.requestId && level === 'error')
  expect(logged).toMatchObject([
    { msg: 'request failed unexpectedly', route: '/bugs', error: { message: 'hunter2 leaked', stack: expect.stringContaining('toy.ts') } },
  ])
})

test('reports an invalid output as a bug without logging its values', async () => {
  const { status, body } = await visitor.get('/wrong-outputs')
  expect(status).toBe(500)
  const logged = lines.filter(({ requestId, level }) => requestId === body.requestId && level === 'error')
  expect(logged).toMatchObject([
    { error: { message: 'output does not match its schema: id (invalid_format), name (invalid_type), createdAt (invalid_type)' } },
  ])
  expect(JSON.stringify(logged)).not.toContain('hunter2')
})

test('includes details in a refusal’s sentence and details field', async () => {
  expect((await visitor.get('/refusals')).body).toMatchObject({
    detail: 'This is too large. The maximum is 3 boxes.',
    details: { limit: '3 boxes' },
  })
})

test('logs one line per request, without the address, body, cookie or token', async () => {
  const { headers } = await as('creator').put(
    `/echo/${randomUUID()}?password=hunter2`,
    { name: 'hunter2' },
    { headers: { cookie: 'hunter2' } },
  )
  await expect.poll(() => lines.filter(({ requestId }) => requestId === headers['x-request-id'])).toHaveLength(1)
  const [line] = lines.filter(({ requestId }) => requestId === headers['x-request-id'])
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    service: 'plain',
    requestId: headers['x-request-id'],
    method: 'PUT',
    route: '/echo/:boxId',
    status: 200,
    ms: expect.any(Number),
    actorId: expect.any(String),
    msg: 'request answered',
  })
  expect(JSON.stringify(lines.filter(({ msg }) => msg === 'request answered'))).not.toMatch(/hunter2|Bearer|eyJ/)
})

test('restricts the health and metrics endpoints to internal addresses', async () => {
  expect(await visitor.get('/healthz')).toMatchObject({ status: 200, body: { alive: true } })
  expect(await visitor.get('/readyz')).toMatchObject({ status: 200, body: { ready: true } })
  const { body } = await visitor.get('/metrics')
  const lines = String(body).split('\n')
  expect(lines.find((line) => /^http_request_duration_seconds_count.*"\/sums".*"200"/.test(line))).toMatch(/service="plain".* \d+$/)
  expect(lines.some((line) => line.startsWith('process_resident_memory_bytes'))).toBe(true)
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await visitor.get(path, undefined, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(404)
  }
})
