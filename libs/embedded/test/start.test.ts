import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serialize } from 'bson'
import { MongoClient } from 'mongodb'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedMongoOptions, startEmbeddedMongo } from '../src/index.ts'
import { eventually } from './eventually.ts'
import { scratchDir } from './scratch.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

async function start(options: EmbeddedMongoOptions) {
  const server = await startEmbeddedMongo({ quiet: true, ...options })
  onTestFinished(() => server.stop())
  return server
}

async function open(uri: string): Promise<MongoClient> {
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 5000 })
  onTestFinished(() => client.close())
  return client
}

interface Run {
  readonly child: ChildProcess
  out: string
  err: string
  readonly ended: Promise<number | null>
}

function run(args: readonly string[]): Run {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const result: Run = { child, out: '', err: '', ended: once(child, 'close').then(([code]) => code as number | null) }
  child.stdout.on('data', (text) => (result.out += text))
  child.stderr.on('data', (text) => (result.err += text))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await result.ended
  })
  return result
}

const uriOf = (program: Run) => eventually('a line is printed', () => /^(.*)\n/.exec(program.out)?.[1] ?? false)

describe('the program', () => {
  test('prints only its URI to standard output, and prints a notice about its intended use to standard error', async () => {
    const program = run([MAIN, '--data', scratchDir()])
    const uri = await uriOf(program)
    const client = await open(uri)
    expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 })
    expect(program.out).toBe(`${uri}\n`)
    expect(uri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\//)
    expect(program.err).toMatch(/^Embedded MongoDB .* for evaluation, development, tests .*\n$/)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('exits cleanly on %s, even during a transaction', async (signal) => {
    const dataDir = scratchDir()
    const program = run([MAIN, '--data', dataDir])
    const client = await open(await uriOf(program))
    const session = client.startSession()
    session.startTransaction()
    await client.db('test').collection('things').insertOne({}, { session })
    program.child.kill(signal)
    expect(await program.ended).toBe(0)
  })

  test('shuts down only once when it receives several signals', async () => {
    const program = run([MAIN, '--data', scratchDir()])
    await uriOf(program)
    // SIGSTOP pauses the process until both signals are pending, because a signal during shutdown would kill the
    // process.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) program.child.kill(signal)
    expect(await program.ended).toBe(0)
    expect(program.err.split('\n')).toHaveLength(2)
  })

  test('exits even if a client has unread replies', async () => {
    const program = run([MAIN, '--data', scratchDir()])
    const uri = await uriOf(program)
    const client = await open(uri)
    const things = client.db('test').collection('things')
    await things.insertMany(Array.from({ length: 10 }, () => ({ text: 'x'.repeat(1e6) })))
    // A driver always reads its replies, so this client sends OP_MSG itself.
    const socket = connect(Number(new URL(uri).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const body = serialize({ find: 'things', batchSize: 100, $db: 'test' })
    const head = Buffer.alloc(21)
    head.writeInt32LE(head.length + body.length)
    head.writeInt32LE(2013, 12)
    socket.write(Buffer.concat([head, body]))
    await once(socket, 'readable')
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })

  test.each([
    [[], /^Usage: mongod --data DIR/],
    [['--data'], /--data.*\nUsage: /s],
    [['--data', 'x', '--wrong'], /--wrong.*\nUsage: /s],
    [['--data', 'x', '--port', 'abc'], /--port needs a whole number .* not 'abc'.\nUsage: /],
    [['--data', 'x', '--port', '70000'], /--port needs a whole number up to 65535, not '70000'/],
    [['--data', 'x', 'stray'], /stray.*\nUsage: /s],
  ])('exits with code 1 and prints a usage message for arguments %j', async (args, expected) => {
    const program = run([MAIN, ...args.map((arg) => (arg === 'x' ? scratchDir() : arg))])
    expect(await program.ended).toBe(1)
    expect(program.err).toMatch(expected)
    expect(program.err).not.toMatch(/^ +at /m)
    expect(program.out).toBe('')
  })
})

describe('startEmbeddedMongo', () => {
  test('allows stop to be called repeatedly', async () => {
    const server = await start({ dataDir: scratchDir() })
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    await expect(MongoClient.connect(server.uri, { serverSelectionTimeoutMS: 200 })).rejects.toThrow()
  })

  test('keeps data across restarts', async () => {
    const dataDir = join(scratchDir(), 'made', 'when missing')
    const first = await start({ dataDir })
    const client = await open(first.uri)
    await client.db('test').collection('things').createIndex({ n: 1 }, { unique: true })
    await client.db('test').collection('things').insertOne({ n: 1 })
    await client.close()
    await first.stop()

    const second = await start({ dataDir })
    const things = (await open(second.uri)).db('test').collection('things')
    expect(await things.findOne({})).toMatchObject({ n: 1 })
    expect((await things.indexes()).map((i) => i.name)).toEqual(['_id_', 'n_1'])
    await expect(things.insertOne({ n: 1 })).rejects.toMatchObject({ code: 11000 })
  })

  test('names the directory and the process that is using it if the directory is in use', async () => {
    const dataDir = scratchDir()
    const { pid } = await start({ dataDir })
    await expect(start({ dataDir })).rejects.toThrow(
      `The data directory ${dataDir} is in use by process ${pid}. Stop that process first, or choose another directory.`,
    )
  })

  test('rejects a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    await expect(start({ dataDir: scratchDir(), port })).rejects.toThrow(`Port ${port} is in use.`)
  })

  test('listens on a Unix socket and supports transactions there, even after a crash', async () => {
    const dataDir = scratchDir()
    const socket = join(dataDir, 'mongo.sock')
    const crashed = await start({ dataDir, socket })
    process.kill(crashed.pid, 'SIGKILL')
    await crashed.stop()

    const server = await start({ dataDir, socket })
    const client = await open(server.uri)
    const things = client.db('test').collection('things')
    await client.withSession((session) => session.withTransaction(() => things.insertOne({ n: 1 }, { session })))
    expect(await things.countDocuments()).toBe(1)
    await expect(start({ dataDir: scratchDir(), socket })).rejects.toThrow(`${socket} is in use`)
  })

  test('stops the server if the process that started it is killed', async () => {
    const dataDir = scratchDir()
    const starter = `import { startEmbeddedMongo } from ${JSON.stringify(fileURLToPath(new URL('../src/index.ts', import.meta.url)))}
      console.log((await startEmbeddedMongo({ dataDir: ${JSON.stringify(dataDir)} })).uri)`
    const parent = run(['--input-type=module-typescript', '--eval', starter])
    await uriOf(parent)
    await expect(start({ dataDir })).rejects.toThrow('is in use')
    parent.child.kill('SIGKILL')
    await eventually('the directory is free again', () => start({ dataDir }))
  })
})
