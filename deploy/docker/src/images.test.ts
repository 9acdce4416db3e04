import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { endProcess, freePort, guardProcesses } from '@reelfair/testkit/engines'
import { eventually } from '@reelfair/testkit/eventually'
import { sharedMongo, sharedRabbit } from '@reelfair/testkit/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCompose } from './compose.ts'
import { APPS, definitions, deployFolder, workspaceRoot } from './deployment.ts'
import { type Image, layOutImage } from './lay-out-image.ts'
import { linkPackages } from './link-packages.ts'
import { makeSecrets, outsideExample } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'reelfair-images-'))
const running: ChildProcess[] = []
// Stops the processes when this test file finishes, even if it crashes.
const dismissGuard = guardProcesses(folder, true)
afterAll(async () => {
  await Promise.all(running.map((child) => endProcess(child, 'SIGTERM', 5_000)))
  dismissGuard()
  rmSync(folder, { recursive: true, force: true })
})

const compose = readCompose(join(deployFolder, 'compose.yaml'), { ...makeSecrets(), ...outsideExample })

/** Lays out the image of a compose service, with links to the installed packages. */
function layOut(name: string, build = buildApp): Image {
  const { dockerfile, args } = compose.services[name]!.build!
  const into = join(folder, name)
  const run = (command: string, cwd: string) => {
    const [, omitDev, workspace] = /^npm ci (--omit=dev )?--workspace=(\S+) --ignore-scripts --no-audit --no-fund$/.exec(command) ?? []
    if (workspace) linkPackages({ root: workspaceRoot, into: cwd, workspace, omitDev: omitDev !== undefined })
    else if (command === `NODE_ENV=production npm run build --workspace=${name}`) build(join(cwd, name))
    else throw new Error(`unsupported RUN command: ${command}`)
  }
  return layOutImage({ dockerfile: join(workspaceRoot, dockerfile), context: workspaceRoot, into, args, run })
}

function buildApp(cwd: string): void {
  const rsbuild = join(cwd, '../node_modules/@rsbuild/core/bin/rsbuild.js')
  execFileSync(process.execPath, [rsbuild, 'build'], { cwd, env: { ...process.env, NODE_ENV: 'production' }, stdio: 'pipe' })
}

interface Started {
  readonly url: string
  readonly image: Image
  readonly env: Record<string, string>
  readonly child: ChildProcess
  /** Everything that the process has printed. */
  readonly output: () => string
}

/** Runs an image's command as compose would, with only its own variables, and waits for its `ready` line. */
async function start(name: string, image: Image, more: Record<string, string>): Promise<Started> {
  const own = compose.services[name]!.environment ?? {}
  // Compose mounts a volume at this path.
  const uploads = own.UPLOAD_FOLDER === undefined ? {} : { UPLOAD_FOLDER: join(folder, 'uploads') }
  const env = { ...image.environment, ...own, ...uploads, HOST: '127.0.0.1', PORT: String(await freePort()), LOG_LEVEL: 'warn', ...more }
  const child = spawn(process.execPath, image.command.slice(1), { cwd: image.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  writeFileSync(join(folder, `${name}.pid`), `${child.pid}\n`)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.includes('"ready"')) resolve()
      })
    child.once('exit', () => reject(new Error(`${name} exited: ${output}`)))
  })
  return { url: `http://127.0.0.1:${env.PORT}`, image, env, child, output: () => output }
}

const healthOf = ({ image, env }: Started, port = env.PORT) =>
  spawnSync(process.execPath, image.healthCheck.slice(1), { env: { ...env, PORT: port } as NodeJS.ProcessEnv }).status

const services: Record<string, Started> = {}
const apps: Record<string, Started> = {}

beforeAll(async () => {
  const [mongo, rabbit] = await Promise.all([sharedMongo(), sharedRabbit()])
  const shared = { MONGODB_URI: mongo.uri, AMQP_URL: rabbit.uri, DB_PREFIX: `images_${randomBytes(4).toString('hex')}` }
  const { MONGODB_URI: _, DB_PREFIX: __, ...ofTheGateway } = shared
  const behind = definitions.map(({ name }) => name).filter((name) => name !== 'gateway')
  await Promise.all([
    ...behind.map(async (name) => {
      services[name] = await start(name, layOut(name), shared)
    }),
    ...APPS.map(async (name) => {
      apps[name] = await start(name, layOut(name, name === 'mfe-admin' ? buildApp : placeFiles), {})
    }),
  ])
  // The variables that Docker Compose sets, but with this test's addresses.
  const urls = Object.entries(compose.services.gateway!.environment!).flatMap(([key, value]) => {
    const [, name = ''] = /^http:\/\/([\w-]+):8080$/.exec(value) ?? []
    const { url } = services[name] ?? apps[name] ?? {}
    return url ? [[key, url]] : []
  })
  services.gateway = await start('gateway', layOut('gateway'), { ...ofTheGateway, ...Object.fromEntries(urls) })
}, 120_000)

/** Replaces a slow build with one file of each kind. */
function placeFiles(cwd: string): void {
  const manifest = JSON.stringify({ name: 'an app', exposes: [] })
  const files = {
    'index.html': '<!doctype html><meta name="csp-nonce" content="{{nonce}}">',
    'mf-manifest.json': manifest,
    'mf-manifest.json.br': brotliCompressSync(manifest),
    'app.js.map': '{}',
    '.hidden.json': '{}',
    'static/app.12345678.js': 'export {}',
  }
  mkdirSync(join(cwd, 'dist/static'), { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, 'dist', name), content)
}

describe('each service', () => {
  test.for(definitions.map(({ name }) => name))(
    '%s starts from its image contents, reports ready and passes its health check',
    async (name) => {
      const service = services[name]!
      const answer = await fetch(`${service.url}/readyz`)
      expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 200, body: { ready: true } })
      expect(healthOf(service)).toBe(0)
    },
  )

  test('fails the health check when no server is listening', async () => {
    expect(healthOf(services.payouts!, String(await freePort()))).toBe(1)
  })

  test('keeps tests, other services and test dependencies out of the image', () => {
    const { root } = services.campaigns!.image
    const there = (path: string) => existsSync(join(root, 'app', path))
    expect(['services/campaigns/src/app.ts', 'node_modules/mongoose', 'command.ts'].map(there)).toEqual([true, true, true])
    expect(
      ['services/payouts', 'node_modules/vitest', 'node_modules/@reelfair/testkit', 'libs/testkit', 'libs/embedded'].map(there),
    ).toEqual(Array(5).fill(false))
  })

  test('runs operator commands in the container', () => {
    const run = (service: string, ...args: string[]) => {
      const { image, env } = services[service]!
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(image.root, 'app/command.ts'), ...args], {
        env,
        encoding: 'utf8',
      })
      return { status, output: (stdout + stderr).trim() }
    }
    expect(run('payouts', 'check-ledger')).toEqual({ status: 0, output: expect.stringMatching(/^The ledger is sound: 0 entries/) })
    expect(run('payouts', 'payouts-dead-letters')).toEqual({ status: 0, output: 'No dead letters.' })
    expect(run('payouts')).toEqual({ status: 0, output: expect.stringMatching(/^grant-credits brandId credits reason: /m) })
  })
})

describe('app image', () => {
  const manifest = '/mf-manifest.json'

  test('builds the real app from its build context alone', async () => {
    const answer = await fetch(apps['mfe-admin']!.url + manifest)
    expect(await answer.json()).toMatchObject({ name: 'admin', exposes: [expect.objectContaining({ path: './app' })] })
  })

  test.for([...APPS])('%s is ready and passes its health check', (name) => {
    expect(healthOf(apps[name]!)).toBe(0)
  })

  test('returns the content type and an ETag, compresses on request and returns 304 for a known ETag', async () => {
    const { url } = apps['mfe-brand']!
    const plain = await fetch(url + manifest, { headers: { 'accept-encoding': 'identity' } })
    const brotli = await fetch(url + manifest, { headers: { 'accept-encoding': 'gzip;q=0, br' } })
    const header = (answer: Response, name: string) => answer.headers.get(name)
    expect([plain.status, header(plain, 'content-type'), header(plain, 'content-encoding')]).toEqual([
      200,
      'application/json; charset=utf-8',
      null,
    ])
    expect([brotli.status, header(brotli, 'content-encoding'), header(brotli, 'vary')]).toEqual([200, 'br', 'Accept-Encoding'])
    expect(await brotli.text()).toBe(await plain.text())
    expect(header(brotli, 'etag')).not.toBe(header(plain, 'etag'))
    const again = await fetch(url + manifest, { headers: { 'if-none-match': header(plain, 'etag')!, 'accept-encoding': 'identity' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await fetch(url + manifest, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test.for(['/nothing.js', '/', '/static/', '/..%2f..%2fserve-app.ts', '/../serve-app.ts', '/app.js.map', '/.hidden.json'])(
    'returns 404 without a fallback page for %s',
    async (path) => {
      const answer = await fetch(apps['mfe-brand']!.url + path)
      expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
    },
  )

  test('rejects other methods', async () => {
    const answer = await fetch(apps['mfe-brand']!.url + manifest, { method: 'POST', body: '{}' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the gateway in front of the apps', () => {
  const ask = (path: string, accept = '*/*') => fetch(services.gateway!.url + path, { headers: { accept } })

  test('serves the shell’s page with a new nonce', async () => {
    const answer = await ask('/brand/campaigns', 'text/html')
    const page = await answer.text()
    const [, nonce] = /content="([\w-]{16,})"/.exec(page) ?? []
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
  })

  test.for(['creator', 'brand', 'admin'])('serves the %s app from its own web server', async (name) => {
    const answer = await ask(`/remotes/${name}/mf-manifest.json`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect((await ask(`/remotes/${name}/nothing.js`)).status).toBe(404)
  })

  test('reaches every service', async () => {
    const session = await ask('/api/identity/session')
    expect([session.status, await session.json()]).toEqual([200, {}])
    for (const path of [
      'verification/accounts',
      'campaigns/campaigns',
      'partnerships/invitations',
      'metrics/readings/latest',
      'payouts/credits',
    ])
      expect((await ask(`/api/${path}`)).status, path).toBe(401)
  })
})

test('stops every process cleanly on SIGTERM', async () => {
  const all = { ...services, ...apps }
  for (const { child } of Object.values(all)) child.kill('SIGTERM')
  for (const [name, { child, output }] of Object.entries(all))
    await eventually(() => expect([child.exitCode, child.signalCode], `${name}: ${output()}`).toEqual([0, null]), { within: 15_000 })
})
