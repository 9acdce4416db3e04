/** Code templates for `npm run new`. `new.soak.ts` compiles, tests and checks their output. */

export interface Parts {
  /** New files: path → content. */
  readonly files: Readonly<Record<string, string>>
  readonly changes?: readonly Change[]
  readonly next: readonly string[]
}

export type Change =
  /** Appends to the file, and creates the file first if `isNewAllowed`. */
  | { readonly file: string; readonly append: string; readonly isNewAllowed?: true }
  /** Re-exports a module, unless it is already re-exported. */
  | { readonly file: string; readonly exports: string }
  /** Inserts the first item of a list in the service definition, such as `routes: [`. */
  | { readonly file: string; readonly list: string; readonly item: string }
  /** Imports names from a module, unless they are already imported. */
  | { readonly file: string; readonly from: string; readonly names: readonly string[] }
  /** Adds functions destructured from `routesOf(map)`, unless they are already there. */
  | { readonly file: string; readonly routesOf: string; readonly names: readonly string[] }

const CONTRACTS = 'libs/contracts/src/index.ts'

/** @example camel('end-campaign') // 'endCampaign' */
const camel = (kebab: string): string => kebab.replaceAll(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (kebab: string): string => camel(`-${kebab}`)
const words = (kebab: string): string => kebab.replaceAll(/[-.]/g, ' ')
const sentence = (kebab: string): string => words(kebab).replace(/^./, (letter) => letter.toUpperCase())

const pick = (versions: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, versions[name]]))

export function serviceParts(
  name: string,
  model: { dependencies: Record<string, string>; devDependencies: Record<string, string> },
): Parts {
  const folder = `services/${name}`
  const manifest = {
    name: `@reelfair/${name}`,
    version: '0.0.0',
    private: true,
    type: 'module',
    exports: { './app': './src/app.ts' },
    scripts: { types: 'tsc', test: 'vitest run --config ../../libs/workspace/vitest.config.ts' },
    nx: { tags: ['service'] },
    dependencies: pick(model.dependencies, ['@reelfair/contracts', '@reelfair/service-kit']),
    devDependencies: pick(model.devDependencies, ['@reelfair/testkit', 'vitest']),
  }
  return {
    files: {
      [`${folder}/package.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
      [`${folder}/tsconfig.json`]: '{\n  "extends": "../../tsconfig.base.json"\n}\n',
      [`${folder}/README.md`]: `# ${name}

Describe in two sentences which data this service owns and what it offers.

<!-- generated: npm run docs -->
<!-- /generated -->

## Invariants and their guards
`,
      ...sourceFiles(name),
      [`libs/contracts/src/${name}.ts`]: `/** ${sentence(name)}: inputs and responses. */
export {}
`,
      [`libs/contracts/src/routes/${name}.ts`]: `import type { RouteMap } from './route-map.ts'

export const ${camel(name)}Routes = {} as const satisfies RouteMap
`,
    },
    changes: [
      { file: CONTRACTS, exports: `./${name}.ts` },
      { file: CONTRACTS, exports: `./routes/${name}.ts` },
    ],
    next: [
      'npm install, which adds the package to package-lock.json',
      `npm run new use-case ${name} VERB-NOUN, which makes app.test.ts pass`,
      'libs/contracts: add the service to services.ts and routes/api-routes.ts',
      'deploy/local/src/services.ts and deploy/local/package.json: add the service',
      `services/gateway: add ${name.replaceAll('-', '_').toUpperCase()}_URL; deploy/docker: add the image`,
      `${folder}/README.md: describe the service, then run npm run docs to fill in its tables`,
    ],
  }
}

function sourceFiles(name: string): Parts['files'] {
  const folder = `services/${name}/src`
  const id = camel(name)
  return {
    [`${folder}/main.ts`]: `/** Runs the service as a process: \`node src/main.ts\`, configured by environment variables. */
import { runAsProcess } from '@reelfair/service-kit'
import { ${id} } from './app.ts'

await runAsProcess(${id})
`,
    [`${folder}/config.ts`]: `/** The service's own environment variables, in addition to those common to all services. None yet. */
import { defineConfig } from '@reelfair/service-kit'

export const config = defineConfig({})
`,
    [`${folder}/app.ts`]: `/** The ${words(name)} service: its routes, events, jobs and collections. */
import { defineService } from '@reelfair/service-kit'
import { config } from './config.ts'

export const ${id} = defineService({
  name: '${name}',
  config,
  collections: [],
  routes: [],
  publishes: [],
})
`,
    [`${folder}/app.test.ts`]: `import { expect, test } from 'vitest'
import { ${id} } from './app.ts'

test('has at least one route', () => {
  expect(${id}.routes).not.toEqual([])
})
`,
  }
}

export function useCaseParts(service: string, name: string, role: string): Parts {
  const id = camel(name)
  const app = `services/${service}/src/app.ts`
  const input = `${pascal(name)}Input`
  const result = `${pascal(name)}Result`
  const contract = `libs/contracts/src/${service}.ts`
  const map = `libs/contracts/src/routes/${service}.ts`
  const caller = role === 'any-brand' ? "'incomplete-brand'" : role === 'user' ? "'creator'" : `'${role}'`
  return {
    files: {
      [`services/${service}/src/use-cases/${name}.ts`]: `import { type ${input}, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'

/** Describe in one sentence what the use case does and why. Name its concurrency guard, such as a unique index. */
export async function ${id}(_input: ${input}, ctx: Context<'${role}'>): Promise<{ id: string }> {
  return ctx.transact(async () => {
    // Load, decide in domain/, save, emit.
    refuse('not_found')
  })
}
`,
      [`services/${service}/src/use-cases/${name}.test.ts`]: `import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { ${camel(service)} } from '../app.ts'

const app = await startService(${camel(service)})

// Test valid and invalid input, a forbidden role, someone else's data, missing and duplicate data, both sides of a
// limit, a retry, concurrent requests and a duplicate event.
test('responds with an id', async () => {
  const answer = await app.as(${caller}).post('/${name}', {})
  expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } })
})
`,
    },
    changes: useCaseChanges(service, name, role),
    next: [
      `${contract}: define ${input} and ${result}`,
      `${map} and ${app}: choose the route's method and path`,
      `services/${service}/src/use-cases/${name}.test.ts: state the expected behaviour; the test fails until it is implemented`,
      `implement the use case, with rules in domain/, documents in store/ and error codes in libs/contracts/src/*-errors.ts`,
      'deploy/e2e: add the route to the access table',
      'npm run docs',
    ],
  }
}

function useCaseChanges(service: string, name: string, role: string): Change[] {
  const id = camel(name)
  const app = `services/${service}/src/app.ts`
  const input = `${pascal(name)}Input`
  const result = `${pascal(name)}Result`
  const contract = `libs/contracts/src/${service}.ts`
  const map = `libs/contracts/src/routes/${service}.ts`
  const routes = `${camel(service)}Routes`
  return [
    {
      file: contract,
      append: `
/** Input of the ${name} use case. */
export const ${input} = z.strictObject({})
export type ${input} = z.infer<typeof ${input}>

/** Response of the ${name} use case. */
export const ${result} = z.object({ id: Id })
`,
    },
    { file: contract, from: 'zod', names: ['z'] },
    { file: contract, from: './words.ts', names: ['Id'] },
    { file: map, list: '', item: `'POST /${name}': { input: ${input}, output: ${result} }` },
    { file: map, from: `../${service}.ts`, names: [input, result] },
    { file: app, list: 'routes', item: `post('/${name}', { role: '${role}', run: ${id} })` },
    { file: app, routesOf: routes, names: ['post'] },
    { file: app, from: '@reelfair/contracts', names: [routes] },
    { file: app, from: '@reelfair/service-kit', names: ['routesOf'] },
    { file: app, from: `./use-cases/${name}.ts`, names: [id] },
  ]
}

export function eventParts(service: string, type: string): Parts {
  const app = `services/${service}/src/app.ts`
  // Event files use the singular of the service's name, as in `campaign-events.ts`.
  const events = `${service.replace(/s$/, '')}-events.ts`
  const contract = `libs/contracts/src/${events}`
  const event = pascal(type)
  const noun = `${type.split('.')[0]}Id`
  return {
    files: {
      [`services/${service}/src/use-cases/emit-${type.replace('.', '-')}.test.ts`]: `import { ${event} } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { ${camel(service)} } from '../app.ts'

const app = await startService(${camel(service)})

// Move this test to the use case that emits the event, and trigger the event first.
test('emits ${type}', async () => {
  const emitted = await app.emitted(${event}.type)
  expect(emitted).toMatchObject([{ ${noun}: expect.any(String) }])
})
`,
    },
    changes: [
      {
        file: contract,
        append: `
/** Describe what happened. Include all data that subscribers need, because they do not query this service. */
export const ${event} = defineEvent('${type}', 1, z.object({ ${noun}: Id }))
`,
        isNewAllowed: true,
      },
      { file: contract, from: 'zod', names: ['z'] },
      { file: contract, from: './event.ts', names: ['defineEvent'] },
      { file: contract, from: './words.ts', names: ['Id'] },
      { file: CONTRACTS, exports: `./${events}` },
      { file: app, list: 'publishes', item: event },
      { file: app, from: '@reelfair/contracts', names: [event] },
    ],
    next: [
      `${contract}: define the data of ${type} and who gets live notices`,
      `call tx.emit(${event}.of(…)) in the use case; the test fails until then`,
      `add on(${event}, …) to the app.ts of each subscribing service, with a test: once, twice, out of order`,
      'npm run docs',
    ],
  }
}

export function pageParts(app: string, name: string): Parts {
  const folder = `${app}/src/pages/${name}`
  const component = `${pascal(name)}Page`
  return {
    files: {
      [`${folder}/${name}-page.tsx`]: `import { Page, Section } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

/** Describe in one sentence who uses this page and why. */
export function ${component}() {
  const { t } = useText()
  usePage(t('${name}-title'))
  return (
    <Page>
      <Section title={t('${name}-title')} level={1} />
    </Page>
  )
}
`,
      [`${folder}/${name}-page.test.ts`]: `import { expect, test } from 'vitest'
import { en } from '../../messages/en.ts'
import { fr } from '../../messages/fr.ts'

test('has a translated title', () => {
  expect(fr['${name}-title']).not.toBe(en['${name}-title'])
})
`,
    },
    changes: ['en', 'fr'].map((locale) => ({
      file: `${app}/src/messages/${locale}.ts`,
      list: '',
      item: `'${name}-title': '${sentence(name)}'`,
    })),
    next: [
      `${app}/src/messages/fr.ts: translate the title; the test fails until then`,
      `if the page has more than a few texts, move them to ${folder}/messages/{en,fr,index}.ts, which load only with the page: copy an existing index.ts`,
      `${app}/src/routes.tsx: add the path as a lazy page`,
      `${folder}/queries.ts: load data from the service; show loading, empty and failed states in the page`,
      `${folder}/${name}-page.test.ts: test what users see and do on the page`,
    ],
  }
}
