import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeSessionKeys } from '@reelfair/service-kit'
import { describe, expect, test } from 'vitest'
import { readCompose } from './compose.ts'
import { APPS, definitions, deployFolder, environmentFaults, notPassedOn } from './deployment.ts'
import { makeSecrets, outsideExample } from './secrets.ts'

const file = join(deployFolder, 'compose.yaml')
const secrets = makeSecrets()
const { services, networks, volumes } = readCompose(file, { ...secrets, ...outsideExample })

test.for(definitions)('gives $name every variable it needs, all valid, and no unknown ones', (definition) => {
  expect(environmentFaults(definition, services[definition.name]!.environment!)).toEqual([])
})

test.for(definitions)('passes every configurable variable to $name', (definition) => {
  expect(notPassedOn(definition, services[definition.name]!.environment!)).toEqual([])
})

describe('variable check', () => {
  const [identity] = definitions
  const { environment } = services.identity!
  test('reports a missing variable', () => {
    const { SESSION_PRIVATE_KEY: _, ...rest } = environment!
    expect(environmentFaults(identity!, rest)).toEqual([expect.stringContaining('SESSION_PRIVATE_KEY is missing')])
  })
  test('reports an unknown variable', () => {
    expect(environmentFaults(identity!, { ...environment, SESSION_KEY: 'x' })).toEqual(['SESSION_KEY is not known'])
  })
  test('reports an invalid variable', () => {
    const { publicKey } = makeSessionKeys()
    const wrong = { ...environment, SESSION_PUBLIC_KEY: publicKey.slice(3) }
    expect(environmentFaults(identity!, wrong)).toEqual([expect.stringContaining('SESSION_PUBLIC_KEY is invalid')])
  })
})

test.for(Object.keys(secrets))('does not start without the secret %s', (key) => {
  expect(() => readCompose(file, { ...secrets, ...outsideExample, [key]: '' })).toThrow(
    `${key} is not given: make one with docker/src/make-secrets.ts`,
  )
})

test('make-secrets prints new values for exactly the secrets that compose requires', () => {
  const printed = execFileSync(process.execPath, [join(import.meta.dirname, 'make-secrets.ts')], { encoding: 'utf8' })
  const others = Object.fromEntries([...printed.matchAll(/^(\w+)=(\S+)$/gm)].map(([, key, value]) => [key, value]))
  expect(Object.keys(others)).toEqual(Object.keys(secrets))
  for (const [key, value] of Object.entries(secrets)) expect(others[key], key).not.toBe(value)
  expect(() => readCompose(file, { ...others, ...outsideExample })).not.toThrow()
})

test('gives the signing key only to identity, the access key to verification and metrics, and the database address only to services that store data', () => {
  const having = (key: string) => Object.keys(services).filter((name) => services[name]!.environment?.[key])
  expect(having('SESSION_PRIVATE_KEY')).toEqual(['identity'])
  expect(having('ACCESS_KEY')).toEqual(['verification', 'metrics'])
  expect(having('MONGODB_URI')).toEqual(definitions.filter(({ name }) => name !== 'gateway').map(({ name }) => name))
})

test('builds each service and app as a separate image from an existing Dockerfile', () => {
  const built = Object.entries(services).flatMap(([name, { build, image }]) => (build ? [{ name, image, ...build }] : []))
  expect(built.map(({ name }) => name).sort()).toEqual([...definitions.map(({ name }) => name), ...APPS].sort())
  for (const { name, image, context, dockerfile, args } of built) {
    expect(image).toBe(`reelfair/${name}:local`)
    expect(existsSync(resolve(deployFolder, context, dockerfile))).toBe(true)
    expect(args).toEqual(dockerfile.includes('web') ? { APP: name } : { SERVICE: name })
  }
})

test('restarts our containers, drops their privileges and exposes only the gateway', () => {
  // The `outgoing` network allows requests to external servers, but no incoming connections.
  const beyond: Record<string, string[]> = {
    gateway: ['outside'],
    identity: ['outgoing'],
    metrics: ['outgoing'],
    payouts: ['outgoing'],
    verification: ['outgoing'],
  }
  for (const [name, { build, restart, read_only, cap_drop, ports, networks }] of Object.entries(services)) {
    if (name !== 'mongo-prepared') expect(restart, name).toBe('unless-stopped')
    if (build) expect({ read_only, cap_drop }, name).toEqual({ read_only: true, cap_drop: ['ALL'] })
    expect(ports?.length ?? 0, name).toBe(name === 'gateway' ? 1 : 0)
    expect(networks, name).toEqual(['inside', ...(beyond[name] ?? [])])
  }
  expect(networks.inside).toEqual({ internal: true })
})

test('rotates logs by size and count', () => {
  for (const [name, { logging }] of Object.entries(services))
    expect(logging, name).toEqual({ driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } })
})

test('stores uploads on disk and limits in-memory file systems', () => {
  const { UPLOAD_FOLDER = '' } = services.campaigns!.environment!
  const [volume = ''] = services.campaigns!.volumes!
  expect(UPLOAD_FOLDER.startsWith(`${volume}/`)).toBe(true)
  for (const [name, { build, tmpfs = [] }] of Object.entries(services))
    if (build) expect(tmpfs, name).toEqual([expect.stringMatching(/^\/tmp:size=\d+m$/)])
})

test('depends only on existing services that report readiness', () => {
  for (const [name, { depends_on = {} }] of Object.entries(services))
    for (const [other, { condition }] of Object.entries(depends_on)) {
      const awaited = services[other]
      expect(awaited, `${name} waits for ${other}`).toBeDefined()
      // Our images define their own HEALTHCHECK.
      if (condition === 'service_healthy') expect(awaited!.healthcheck ?? awaited!.build, other).toBeDefined()
    }
})

test('points the gateway at each container’s address', () => {
  const addresses = Object.entries(services.gateway!.environment!).filter(
    ([key]) => /_URL$|^SHELL_APP$|^REMOTE_/.test(key) && key !== 'AMQP_URL',
  )
  const wanted = [...definitions.map(({ name }) => name).filter((name) => name !== 'gateway'), ...APPS]
  expect(addresses.map(([, url]) => url).sort()).toEqual(wanted.map((name) => `http://${name}:8080`).sort())
})

test('stores data in declared volumes and mounts only existing files', () => {
  // A volume entry without a colon creates a separate unnamed volume for each container.
  const mounts = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.filter((one) => one.includes(':')).map((one) => one.split(':')[0]!),
  )
  for (const mount of mounts) expect(mount.startsWith('.') ? existsSync(resolve(deployFolder, mount)) : mount in volumes, mount).toBe(true)
  expect(Object.keys(volumes).filter((name) => !mounts.includes(name))).toEqual([])
})
