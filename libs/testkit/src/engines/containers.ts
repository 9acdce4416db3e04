/**
 * Starts MongoDB and RabbitMQ in containers. The testcontainers reaper removes the containers when this process ends.
 */
import { mkdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { initiateReplicaSet, NO_EXPIRY } from './mongod.ts'
import { freePort } from './process.ts'

const ANSWER_WITHIN_MS = 1_000
const START_WITHIN_MS = 180_000

/** Waits at most one second for the Docker daemon, because a dead socket must not delay a test run. */
export function dockerAnswers(): Promise<boolean> {
  const host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock'
  const { protocol, hostname, port, pathname } = new URL(host)
  const where = protocol === 'unix:' ? { socketPath: pathname } : { hostname, port: port || '2375' }
  return new Promise((resolve) => {
    const ping = request({ ...where, path: '/_ping', timeout: ANSWER_WITHIN_MS }, (answer) => {
      resolve(answer.statusCode === 200)
      answer.destroy()
    })
    ping
      .on('timeout', () => ping.destroy())
      .on('error', () => resolve(false))
      .end()
  })
}

interface Image {
  readonly name: string
  readonly port: number
  /** Matches the log line that announces readiness. */
  readonly ready: RegExp
  readonly command: string[]
  readonly environment?: Record<string, string>
  readonly data: string
}

async function startContainer(image: Image, dataDir?: string) {
  // Imported on demand, because testcontainers loads slowly and few machines need it.
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers')
  // A fixed host port stays the same across restarts.
  const outside = await freePort()
  const container = new GenericContainer(image.name)
    .withCommand(image.command)
    .withEnvironment(image.environment ?? {})
    .withHostname('localhost')
    .withExposedPorts({ container: image.port, host: outside })
    .withWaitStrategy(Wait.forLogMessage(image.ready))
    .withStartupTimeout(START_WITHIN_MS)
  if (dataDir) {
    // A separate folder, because a locally installed program may have a different version. The container runs as the
    // current user, who can then delete its files.
    const source = join(dataDir, 'container')
    mkdirSync(source, { recursive: true })
    container.withBindMounts([{ source, target: image.data }]).withUser(`${process.getuid?.()}:${process.getgid?.()}`)
  }
  const started = await container.start()
  return {
    host: `${started.getHost()}:${outside}`,
    stop: async () => {
      await started.stop()
    },
    kill: async () => {
      const client = await getContainerRuntimeClient()
      await client.container.getById(started.getId()).kill({ signal: 'SIGKILL' })
    },
    restart: () => started.restart(),
  }
}

const MONGO: Image = {
  name: 'mongo:8.0',
  port: 27017,
  ready: /Waiting for connections/,
  command: ['--replSet', 'reelfair', '--bind_ip_all', ...NO_EXPIRY],
  data: '/data/db',
}

const RABBITMQ: Image = {
  name: 'rabbitmq:4.1',
  port: 5672,
  ready: /Server startup complete/,
  command: ['rabbitmq-server'],
  environment: { RABBITMQ_NODENAME: 'reelfair@localhost' },
  data: '/var/lib/rabbitmq',
}

export async function startMongoContainer(dataDir?: string) {
  const { host, ...engine } = await startContainer(MONGO, dataDir)
  // The replica set only knows its port inside the container, so clients connect directly instead of discovering
  // members.
  await initiateReplicaSet(`mongodb://${host}`, 'localhost:27017')
  return { uri: `mongodb://${host}/?directConnection=true`, ...engine }
}

export async function startRabbitContainer(dataDir?: string) {
  const { host, ...engine } = await startContainer(RABBITMQ, dataDir)
  return { uri: `amqp://guest:guest@${host}`, ...engine }
}
