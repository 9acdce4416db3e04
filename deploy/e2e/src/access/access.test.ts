import { type RouteMap, SERVICES, serviceRoutes } from '@reelfair/contracts'
import { type Answer, eventually, type Person } from '@reelfair/testkit'
import { describe, expect, test } from 'vitest'
import { allServices, businessServices } from './services.ts'
import { accessTable, gapsOf, type Row, type Things } from './table.ts'
import { startWorld, type World } from './world.ts'

const { appOf, aUser, aWorld } = await startWorld()
let count = 0

type Column = 'visitor' | 'creator' | 'brand' | 'incompleteBrand' | 'admin' | 'other'
const columns: readonly Column[] = ['visitor', 'creator', 'brand', 'incompleteBrand', 'admin', 'other']

const shared = await aWorld()
const others = {
  creator: await aUser('creator'),
  brand: await aUser('brand'),
  incompleteBrand: await aUser('brand', false),
  admin: await aUser('admin'),
}

function personFor(column: Column, row: Row, world: World): Person | 'visitor' {
  switch (column) {
    case 'visitor':
      return 'visitor'
    case 'creator':
    case 'brand':
      return world[column]
    case 'other':
      return others[row.owner]
    default:
      return others[column]
  }
}

async function ask(column: Column, row: Row, world: World, things: Things, query?: object): Promise<Answer> {
  const [method = '', path = ''] = row.route.split(' ')
  const params: Readonly<Record<string, string>> = {
    ...things,
    campaignId: path.startsWith('/public-campaigns') ? things.joinableCampaignId : things.campaignId,
    network: 'tiktok',
    key: 'video_window_days',
    endpoint: 'platform',
    notificationId: crypto.randomUUID(),
    sessionId: crypto.randomUUID(),
    token: 'forged',
    username: 'nobody.here',
  }
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? expect.unreachable(`unknown path parameter ${name}`))
  const client = appOf(row.service).as(personFor(column, row, world))
  const verb = ({ GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del' } as const)[method] ?? expect.unreachable()
  // Uses a different network per request, because visitors are rate-limited and delayed per network.
  return client[verb](address, query ?? row.body?.(things), {
    headers: { 'x-forwarded-for': `2001:db8:${(++count).toString(16)}::1`, ...row.headers },
  })
}

/** Only requests by the world's own users can delete its data, and only if they succeed. */
const deletes = (column: Column, { route, [column]: outcome }: Row) =>
  route.startsWith('DELETE') && (column === 'creator' || column === 'brand') && outcome.startsWith('20')

async function outcomeOf(column: Column, row: Row): Promise<string> {
  const world = deletes(column, row) ? await aWorld() : shared
  // Requests an unknown review, because only readings open real ones.
  const answer = await ask(column, row, world, { ...world.things, reviewId: crypto.randomUUID() })
  if (answer.status >= 400) return `${answer.status} ${answer.body.code}`
  const leaked = world.secrets[row.owner].filter((secret) => JSON.stringify(answer.body ?? '').includes(secret))
  return row[column].endsWith('nothing')
    ? `${answer.status} ${leaked.length === 0 ? 'nothing' : `with ${leaked.join()}`}`
    : `${answer.status}`
}

describe.each(accessTable)('$service $route', (row) => {
  test.each(columns)('%s', async (column) => expect(await outcomeOf(column, row)).toBe(row[column]))
})

test('every route that creates a contract requires acceptance of the current Terms', async () => {
  const contracts = [
    'POST /campaigns',
    'POST /public-campaigns/:campaignId/sign-ups',
    'POST /invitations',
    'POST /invitations/:invitationId/acceptance',
    'POST /credit-orders',
  ]
  const rows = accessTable.filter(({ route }) => contracts.includes(route))
  expect(rows).toHaveLength(contracts.length)
  for (const row of rows) {
    const person = { ...shared[row.owner], termsOutdated: true } as const
    expect(await ask(row.owner, row, { ...shared, [row.owner]: person }, shared.things)).toMatchObject({
      status: 403,
      body: { code: 'terms_outdated' },
    })
  }
  const marked = businessServices.flatMap(({ routes = [] }) => routes.filter(({ options }) => options.contract))
  expect(marked).toHaveLength(contracts.length)
})

/** The routes that an admin may use as a brand. Admins' own access to them is in the table. */
const viewable = allServices.flatMap(({ name, routes = [] }) =>
  routes.filter(({ options }) => options.adminsMayView).map(({ method, path }) => `${name} ${method.toUpperCase()} ${path}`),
)

test('lets admins use exactly the read routes of the brand dashboard', () =>
  expect(viewable.toSorted()).toEqual([
    'campaigns GET /campaigns',
    'campaigns GET /campaigns/:campaignId',
    'campaigns GET /campaigns/:campaignId/sign-ups',
    'campaigns GET /campaigns/summary',
    'campaigns GET /sign-ups/:signUpId/receipt',
    'identity GET /brand',
    'metrics GET /assignments/:assignmentId/history',
    'metrics GET /assignments/:assignmentId/observations',
    'metrics GET /assignments/:assignmentId/reviews',
    'metrics GET /assignments/:assignmentId/videos',
    'metrics GET /campaigns/:campaignId/videos',
    'metrics GET /nights',
    'metrics GET /reviews',
    'partnerships GET /invitations',
    'partnerships GET /partnerships',
    'partnerships GET /partnerships/:partnershipId',
    'payouts GET /credit-orders',
    'payouts GET /credits',
    'payouts GET /credits/statement',
  ]))

describe.each(accessTable.filter(({ service, route }) => viewable.includes(`${service} ${route}`)))('$service $route as a brand', (row) => {
  const view = async (column: Column, brandId: string) => {
    const { status, body } = await ask(column, row, shared, shared.things, { brandId })
    return status < 400 ? { status, body } : { status, code: body.code }
  }

  test('gives an admin the same response as the named brand', async () => {
    const { status, body } = await ask('brand', row, shared, shared.things)
    expect(await view('admin', shared.brand.id)).toEqual({ status, body })
  })

  test('never gives an admin data from a brand other than the named one', async () => {
    const { status, body } = await ask('admin', row, shared, shared.things, { brandId: others.brand.id })
    const leaked = shared.secrets.brand.filter((secret) => JSON.stringify(body).includes(secret))
    expect([status === 200 || body.code === 'not_found', leaked]).toEqual([true, []])
  })

  test('refuses all other users who name a brand, even their own', async () => {
    for (const column of ['creator', 'brand', 'other'] as const)
      expect([column, await view(column, shared.brand.id)]).toEqual([column, { status: 403, code: 'not_allowed' }])
    expect(await view('visitor', shared.brand.id)).toEqual({ status: 401, code: 'not_signed_in' })
    expect(await view('admin', 'none')).toEqual({ status: 400, code: 'invalid_input' })
  })
})

/** Ids that only their owners may use. Every creator may see `joinableCampaignId`, and everyone `logoId`. */
const hidden = Object.entries(shared.things).filter(([name]) => name.endsWith('Id') && name !== 'joinableCampaignId' && name !== 'logoId')
const unknown: Things = { ...shared.things, ...Object.fromEntries(hidden.map(([name]) => [name, crypto.randomUUID()])) }
const usesHiddenId = ({ route, body }: Row) =>
  /:\w+Id\b/.test(route) || hidden.some(([, id]) => JSON.stringify(body?.(shared.things) ?? '').includes(id))
/** Owners may use their own ids, and admins may use every id on admin routes. */
const mayUseIds = (row: Row, column: Column) => column === row.owner || (column === 'admin' && row.route.includes(' /admin/'))
const nonOwnersOf = (row: Row) => columns.filter((column) => !mayUseIds(row, column) && !/^20\d$/.test(row[column]))
const foreignThings = accessTable.filter(usesHiddenId).flatMap((row) => nonOwnersOf(row).map((column) => ({ ...row, row, column })))

test.each(foreignThings)(
  '$service $route gives $column the same response for other people’s ids and unknown ids',
  async ({ row, column }) => {
    const shapeOf = ({ status, body }: Answer) => [status, status < 400 ? body : { ...body, requestId: '' }]
    expect(shapeOf(await ask(column, row, shared, shared.things))).toEqual(shapeOf(await ask(column, row, shared, unknown)))
  },
)

test('covers every route that has an id in its path with at least one non-owner', () => {
  const compared = new Set(foreignThings.map(({ service, route }) => `${service} ${route}`))
  const withId = allServices.flatMap(({ name, routes = [] }) =>
    routes.filter(({ path }) => /:\w+Id\b/.test(path)).map(({ method, path }) => `${name} ${method.toUpperCase()} ${path}`),
  )
  // Everyone may see a brand's logo.
  const isPublic = (route: string) => route === 'identity GET /brand-logos/:logoId'
  expect(withId.filter((route) => !compared.has(route) && !isPublic(route))).toEqual([])
})

test.each(SERVICES)('%s defines exactly the routes in its contract', (service) => {
  const { routes = [] } = businessServices.find(({ name }) => name === service) ?? expect.unreachable()
  const declared = routes.filter(({ options }) => !options.raw).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(declared.toSorted()).toEqual(Object.keys(serviceRoutes[service]).toSorted())
})

test.each(SERVICES)('%s marks exactly the routes with access level gateway as internal in its contract', (service) => {
  const { routes = [] } = businessServices.find(({ name }) => name === service) ?? expect.unreachable()
  const forGateway = routes.filter(({ options }) => options.role === 'gateway').map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const internal = Object.entries<RouteMap[keyof RouteMap]>(serviceRoutes[service]).filter(([, schemas]) => schemas?.internal)
  expect(internal.map(([route]) => route).toSorted()).toEqual(forGateway.toSorted())
})

test('lists every route exactly once', () => expect(gapsOf(allServices, accessTable)).toEqual([]))

test('reports a route without a row, a row without a route and a duplicate row', () => {
  const routes = [{ method: 'get', path: '/a' }]
  expect(gapsOf([{ name: 's', routes }], [])).toEqual(['s GET /a has no row in the access table'])
  expect(gapsOf([{ name: 's' }], [{ service: 's', route: 'GET /b' }])).toEqual([
    's GET /b has a row in the access table but does not exist',
  ])
  const twice = { service: 's', route: 'GET /a' } as const
  expect(gapsOf([{ name: 's', routes }], [twice, twice])).toEqual(['s GET /a has two rows in the access table'])
})

test('exports a person’s data from all services, without secrets or other people’s data', async () => {
  const { creator, brand, things, secrets } = await aWorld()
  const exportOf = async (me: Person) => {
    const client = appOf('identity').as(me)
    const { id } = (await client.post('/data-exports')).body
    await eventually(async () => expect((await client.get('/data-exports/latest')).body.latest).toMatchObject({ id, state: 'ready' }))
    const { body } = await client.post(`/data-exports/${id}/file`, { password: things.password })
    const filled = SERVICES.filter((service) => Object.values<unknown[]>(body[service]).some((list) => list.length > 0))
    return { filled, text: JSON.stringify(body) }
  }
  const [ofCreator, ofBrand] = [await exportOf(creator), await exportOf(brand)]
  expect(ofCreator.filled).toEqual(SERVICES)
  expect(ofBrand.filled).toEqual(SERVICES.filter((service) => service !== 'metrics'))
  for (const own of [creator.id, things.email, things.accountId, things.signUpId]) expect(ofCreator.text).toContain(own)
  for (const own of [brand.id, things.campaignId, things.orderId, things.mediaId]) expect(ofBrand.text).toContain(own)
  for (const foreign of ['Ida', 'Roth', `Owner ${brand.id}`]) expect(ofCreator.text).not.toContain(foreign)
  for (const foreign of secrets.creator) expect(ofBrand.text).not.toContain(foreign)
  for (const { text } of [ofCreator, ofBrand]) expect(text).not.toMatch(/argon2|hash|secret|token|queue/i)
})
