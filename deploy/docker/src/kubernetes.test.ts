import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEDIA_MAX_BYTES } from '@reelfair/contracts'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { APPS, definitions, deployFolder, environmentFaults, notPassedOn } from './deployment.ts'
import { makeSecrets, outsideExample } from './secrets.ts'

interface EnvironmentSource {
  readonly name: string
  readonly valueFrom: { readonly secretKeyRef: { readonly name: string; readonly key: string } }
}
interface PodContainer {
  readonly image: string
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[]
  readonly env?: readonly EnvironmentSource[]
}
// biome-ignore lint/suspicious/noExplicitAny: each test checks the part of the manifests that it uses.
type Manifest = any

const folder = join(deployFolder, 'kubernetes')
const read = (file: string): Manifest[] => {
  const documents = parseAllDocuments(readFileSync(join(folder, file), 'utf8'), { uniqueKeys: true })
  for (const document of documents) if ('errors' in document) expect(document.errors, file).toEqual([])
  return documents.map((document) => ('toJS' in document ? document.toJS() : undefined))
}
const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
const patches = kustomization.patches as readonly { target: { kind: string }; path?: string; patch?: string }[]

/** Applies the kustomization's patches to a manifest. */
function patched(manifest: Manifest): Manifest {
  for (const { path: file, patch } of patches.filter(({ target }) => target.kind === manifest.kind))
    for (const { op, path, value } of parse(patch ?? readFileSync(join(folder, file ?? ''), 'utf8'))) {
      expect(op, path).toBe('add')
      const keys = path.slice(1).split('/')
      const holder = keys.slice(0, -1).reduce((at: Manifest, key: string) => at[key], manifest)
      expect(holder, path).not.toHaveProperty(keys.at(-1))
      holder[keys.at(-1)] = value
    }
  return manifest
}

const manifests = (kustomization.resources as string[]).flatMap(read).map(patched)
const ofKind = (kind: string): Manifest[] => manifests.filter((one) => one.kind === kind)
const named = (kind: string, name: string): Manifest => ofKind(kind).find(({ metadata }) => metadata.name === name)
const containerOf = (name: string): PodContainer => named('Deployment', name).spec.template.spec.containers[0]
const names = [...definitions.map(({ name }) => name), ...APPS]

const made = makeSecrets()
const [template] = read('secret.template.yaml')
const secrets: Record<string, string> = {
  ...made,
  ...outsideExample,
  MONGODB_URI: `mongodb+srv://reelfair:${made.MONGODB_PASSWORD}@db.example/`,
  SMTP_URL: 'smtps://reelfair:secret@mail.example:465',
  AMQP_URL: `amqps://reelfair:${made.RABBITMQ_PASSWORD}@bus.example`,
}

/** Parses nginx sizes (`41m`) and Kubernetes sizes (`512Mi`), both in powers of two. */
const bytesOf = (size: string) => Number(/^(\d+)(?:m|Mi)$/.exec(size)?.[1]) * 1024 * 1024

function environmentOf(name: string): Record<string, string> {
  const { envFrom = [], env = [] } = containerOf(name)
  return Object.assign(
    {},
    ...envFrom.map(({ configMapRef }) => named('ConfigMap', configMapRef.name).data),
    ...env.map(({ name: key, valueFrom }) => ({ [key]: secrets[valueFrom.secretKeyRef.key] ?? '' })),
  )
}

test('applies every file except the secret template', () => {
  const files = readdirSync(folder).filter((file) => !['kustomization.yaml', 'secret.template.yaml'].includes(file))
  expect([...kustomization.resources, ...patches.flatMap(({ path = [] }) => path)].sort()).toEqual(files.sort())
})

test.for(definitions)('gives $name every variable it needs, all valid, and no unknown ones', (definition) => {
  expect(environmentFaults(definition, environmentOf(definition.name))).toEqual([])
})

test.for(definitions)('passes every configurable variable to $name', (definition) => {
  expect(notPassedOn(definition, environmentOf(definition.name))).toEqual([])
})

test('the secret template lists every key that the pods read, without its value', () => {
  const taken = names.flatMap((name) => containerOf(name).env ?? []).map(({ valueFrom }) => valueFrom.secretKeyRef)
  expect(new Set(taken.map(({ name }) => name))).toEqual(new Set([template.metadata.name]))
  expect(Object.keys(template.stringData).sort()).toEqual([...new Set(taken.map(({ key }) => key))].sort())
  expect(Object.values(template.stringData).join('')).toBe('')
})

test('gives the signing key only to identity, and the access key to verification and metrics', () => {
  const having = (key: string) => names.filter((name) => key in environmentOf(name))
  expect(having('SESSION_PRIVATE_KEY')).toEqual(['identity'])
  expect(having('ACCESS_KEY').sort()).toEqual(['metrics', 'verification'])
  expect(having('TIKTOK_CLIENT_SECRET')).toEqual(['verification'])
})

test('defines a deployment, a service, a disruption budget and a separate image for each service and app', () => {
  for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget'])
    expect(
      ofKind(kind)
        .map(({ metadata }) => metadata.name)
        .sort(),
      kind,
    ).toEqual([...names].sort())
  expect(kustomization.images.map(({ name }: { name: string }) => name).sort()).toEqual(names.map((name) => containerOf(name).image).sort())
  for (const name of names) expect(containerOf(name).image).toBe(`reelfair/${name}`)
})

test.for(names)('%s: selects its pods, uses the container port and allows its pods to be stopped one at a time', (name) => {
  const { spec } = named('Deployment', name)
  const { labels } = spec.template.metadata
  const selectors = [
    spec.selector.matchLabels,
    named('Service', name).spec.selector,
    named('PodDisruptionBudget', name).spec.selector.matchLabels,
  ]
  for (const selector of selectors) expect(labels).toMatchObject(selector)
  expect(containerOf(name).ports).toEqual([{ name: 'http', containerPort: 8080 }])
  expect(environmentOf(name).PORT ?? '8080').toBe('8080')
  expect(named('Service', name).spec.ports).toEqual([{ name: 'http', port: 8080, targetPort: 'http' }])
  expect(spec.replicas).toBeGreaterThan(named('PodDisruptionBudget', name).spec.minAvailable)
})

test.for(names)('%s: has probes and resource limits, and runs without privileges', (name) => {
  const pod = named('Deployment', name).spec.template.spec
  const container: Manifest = containerOf(name)
  expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' })
  expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' })
  expect(container.resources).toMatchObject({
    requests: { cpu: expect.any(String), memory: expect.any(String) },
    limits: { memory: expect.any(String) },
  })
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
  // Shutdown takes at most 10 s, after a pause that lets other pods notice that this pod is stopping.
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10 + container.lifecycle.preStop.sleep.seconds)
})

test.for([
  definitions
    .map(({ name }) => name)
    .filter((name) => !['campaigns', 'gateway', 'identity', 'metrics', 'payouts', 'verification'].includes(name)),
  [...APPS],
])('deploys %s identically', (alike) => {
  const texts = alike.map((name) => readFileSync(join(folder, `${name}.yaml`), 'utf8').replaceAll(name, 'NAME'))
  expect(new Set(texts).size).toBe(1)
})

test('lets a full-size upload through the ingress and reserves enough disk space for it', () => {
  const { annotations } = ofKind('Ingress')[0].metadata
  const bodySize = bytesOf(annotations['nginx.ingress.kubernetes.io/proxy-body-size'])
  expect(bodySize).toBeGreaterThan(MEDIA_MAX_BYTES)
  expect(bodySize).toBeLessThan(1.1 * MEDIA_MAX_BYTES)
  expect(annotations['nginx.ingress.kubernetes.io/proxy-request-buffering']).toBe('off')

  const { UPLOAD_FOLDER, UPLOADS_AT_ONCE } = environmentOf('campaigns')
  const { spec } = named('Deployment', 'campaigns')
  expect(spec.template.spec.containers[0].volumeMounts).toEqual([{ name: 'uploads', mountPath: UPLOAD_FOLDER }])
  const [{ name, emptyDir }] = spec.template.spec.volumes
  // A volume without a `medium` is stored on the node's disk.
  expect([name, Object.keys(emptyDir)]).toEqual(['uploads', ['sizeLimit']])
  expect(bytesOf(emptyDir.sizeLimit)).toBeGreaterThan(Number(UPLOADS_AT_ONCE) * MEDIA_MAX_BYTES)
})

test('exposes only the gateway, at its public address', () => {
  const [{ spec }] = ofKind('Ingress')
  const [rule] = spec.rules
  expect(environmentOf('gateway').PUBLIC_ORIGIN).toBe(`https://${rule.host}`)
  expect(spec.tls[0].hosts).toEqual([rule.host])
  expect(rule.http.paths[0].backend.service).toEqual({ name: 'gateway', port: { name: 'http' } })
  expect(ofKind('Ingress')).toHaveLength(1)
  expect(ofKind('Service').filter(({ spec }) => spec.type && spec.type !== 'ClusterIP')).toEqual([])
})

test('denies connections by default and names only existing pods in network policies', () => {
  const policies = ofKind('NetworkPolicy')
  expect(policies.find(({ metadata }) => metadata.name === 'nobody-by-default').spec).toEqual({
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
  })
  const parts = new Set(ofKind('Deployment').map(({ metadata }) => metadata.labels.part))
  const spoken = [...JSON.stringify(policies).matchAll(/"part":"(\w+)"|"values":\[([^\]]*)\]/g)].flatMap(
    ([, one, many]) => one ?? JSON.parse(`[${many}]`),
  )
  expect(new Set(spoken)).toEqual(parts)
})

test('points the gateway at the address of each Service', () => {
  const addresses = Object.entries(named('ConfigMap', 'gateway').data).filter(([key]) => /_URL$|^SHELL_APP$|^REMOTE_/.test(key))
  expect(addresses.map(([, url]) => url).sort()).toEqual(
    names
      .filter((name) => name !== 'gateway')
      .map((name) => `http://${name}:8080`)
      .sort(),
  )
})
