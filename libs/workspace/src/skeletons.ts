/** The texts of `npm run new`: what each kind of part consists of. They are kept in step with the house by `new.soak.ts`, which checks them as code. */

export interface Parts {
  /** New files: path → text. */
  readonly files: Readonly<Record<string, string>>
  /** What files that exist get besides, in this order. */
  readonly changes?: readonly Change[]
  /** What is left to do by hand, in order. */
  readonly next: readonly string[]
}

export type Change =
  | { readonly file: string; readonly append: string }
  /** One more item at the beginning of a list of the service's definition, `routes: [`. */
  | { readonly file: string; readonly list: string; readonly item: string }
  /** Names that the file needs of a module, some of which it may import already. */
  | { readonly file: string; readonly from: string; readonly names: readonly string[] }

/** @example camel('end-campaign') // 'endCampaign' */
const camel = (kebab: string): string => kebab.replaceAll(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (kebab: string): string => camel(`-${kebab}`)
const words = (kebab: string): string => kebab.replaceAll(/[-.]/g, ' ')
const sentence = (kebab: string): string => words(kebab).replace(/^./, (letter) => letter.toUpperCase())

export function serviceParts(
  name: string,
  model: { dependencies: Record<string, string>; devDependencies: Record<string, string> },
): Parts {
  const folder = `services/${name}`
  const id = camel(name)
  const manifest = {
    name: `@reelfair/${name}`,
    version: '0.0.0',
    private: true,
    type: 'module',
    exports: { './app': './src/app.ts' },
    scripts: { types: 'tsc', test: 'vitest run --config ../../libs/workspace/vitest.config.ts' },
    nx: { tags: ['service'] },
    dependencies: model.dependencies,
    devDependencies: model.devDependencies,
  }
  return {
    files: {
      [`${folder}/package.json`]: `${JSON.stringify(manifest, null, 2)}\n`,
      [`${folder}/tsconfig.json`]: '{\n  "extends": "../../tsconfig.base.json"\n}\n',
      [`${folder}/README.md`]: `# ${name}

What it is for, in two sentences: which data it owns, which questions it answers.

<!-- generated: npm run docs -->
<!-- /generated -->

## Invariants and their guards
`,
      [`${folder}/src/main.ts`]: `/** A process of its own: \`node src/main.ts\`, configured by its environment. */
import { runAsProcess } from '@reelfair/service-kit'
import { ${id} } from './app.ts'

await runAsProcess(${id})
`,
      [`${folder}/src/config.ts`]: `/** What this service reads of its environment beside what every service reads: nothing yet. */
import { defineConfig } from '@reelfair/service-kit'

export const config = defineConfig({})
`,
      [`${folder}/src/app.ts`]: `/** ${sentence(name)}, table of contents. */
import { defineService } from '@reelfair/service-kit'
import { config } from './config.ts'

export const ${id} = defineService({
  name: '${name}',
  config,
  collections: [],
  routes: [],
  says: [],
})
`,
      [`${folder}/src/app.test.ts`]: `import { expect, test } from 'vitest'
import { ${id} } from './app.ts'

test('has something to offer', () => {
  expect(${id}.routes).not.toEqual([])
})
`,
      [`libs/contracts/src/${name}.ts`]: `/** ${sentence(name)}: what crosses its border. */
export {}
`,
    },
    changes: [{ file: 'libs/contracts/src/index.ts', append: `export * from './${name}.ts'\n` }],
    next: [
      'npm install (it writes the new package into package-lock.json)',
      `npm run new use-case ${name} VERB-NOUN; then app.test.ts passes`,
      'deploy/local/src/services.ts and deploy/local/package.json: add it to the services that are started',
      `services/gateway: a ${name.replaceAll('-', '_').toUpperCase()}_URL of its own; deploy/docker: its image`,
      'its README, and npm run docs for the tables in it',
    ],
  }
}

export function useCaseParts(service: string, name: string, role: string): Parts {
  const id = camel(name)
  const app = `services/${service}/src/app.ts`
  const input = `${pascal(name)}Input`
  const who = role === 'any-brand' ? "'incomplete-brand'" : role === 'user' ? "'creator'" : `'${role}'`
  return {
    files: {
      [`services/${service}/src/use-cases/${name}.ts`]: `import { type ${input}, refuse } from '@reelfair/contracts'
import type { Context } from '@reelfair/service-kit'

/** Who does what here and why, in a sentence. Guard: the unique index, or the one document that all contenders write. */
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

// Each slice answers: valid · invalid · who may · someone else's · missing · duplicate · both sides of the limit · retried · concurrent · event twice.
test('${words(name)}: what the person gets who may', async () => {
  const answer = await app.as(${who}).post('/${name}', {})
  expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } })
})
`,
    },
    changes: [
      {
        file: `libs/contracts/src/${service}.ts`,
        append: `
/** What ${words(name)} is asked with. */
export const ${input} = z.strictObject({})
export type ${input} = z.infer<typeof ${input}>
`,
      },
      { file: `libs/contracts/src/${service}.ts`, from: 'zod', names: ['z'] },
      {
        file: app,
        list: 'routes',
        item: `post('/${name}', { role: '${role}', input: ${input}, output: z.object({ id: Id }), run: ${id} })`,
      },
      { file: app, from: '@reelfair/contracts', names: ['Id', input] },
      { file: app, from: '@reelfair/service-kit', names: ['post'] },
      { file: app, from: 'zod', names: ['z'] },
      { file: app, from: `./use-cases/${name}.ts`, names: [id] },
    ],
    next: [
      `libs/contracts/src/${service}.ts: what ${input} holds, and what is answered`,
      `${app}: the route's method and path`,
      `services/${service}/src/use-cases/${name}.test.ts: the facts; it fails now`,
      `the use case, with its rule in domain/ and its documents in store/; refusals into libs/contracts/src/errors.ts`,
      'deploy/e2e: the new route in the table of who may',
      'npm run docs',
    ],
  }
}

export function eventParts(service: string, type: string): Parts {
  const app = `services/${service}/src/app.ts`
  const contract = `libs/contracts/src/${service}.ts`
  const event = pascal(type)
  const noun = `${type.split('.')[0]}Id`
  return {
    files: {
      [`services/${service}/src/use-cases/say-${type.replace('.', '-')}.test.ts`]: `import { ${event} } from '@reelfair/contracts'
import { startService } from '@reelfair/testkit'
import { expect, test } from 'vitest'
import { ${camel(service)} } from '../app.ts'

const app = await startService(${camel(service)})

// Move this beside the use case that says it, and do there what makes it so.
test('tells the others: ${words(type)}', async () => {
  const said = await app.emitted(${event}.type)
  expect(said).toMatchObject([{ ${noun}: expect.any(String) }])
})
`,
    },
    changes: [
      {
        file: contract,
        append: `
/** What has happened, and all that those who hear it need: they do not ask back. */
export const ${event} = defineEvent('${type}', 1, z.object({ ${noun}: Id }))
`,
      },
      { file: contract, from: 'zod', names: ['z'] },
      { file: contract, from: './event.ts', names: ['defineEvent'] },
      { file: contract, from: './words.ts', names: ['Id'] },
      { file: app, list: 'says', item: event },
      { file: app, from: '@reelfair/contracts', names: [event] },
    ],
    next: [
      `${contract}: what ${type} carries, and who is told live in the browser`,
      `tx.emit(${event}.of(…)) in the use case where it happens; its test fails until then`,
      `on(${event}, …) in the app.ts of each service that hears it, with a test: once, twice, out of order`,
      'npm run docs',
    ],
  }
}

export function pageParts(app: string, name: string): Parts {
  const folder = `${app}/src/pages/${name}`
  const component = `${pascal(name)}Page`
  return {
    files: {
      [`${folder}/${name}-page.tsx`]: `import { PageTitle, Wide } from '@reelfair/ui'
import { usePage } from '@reelfair/web-kit'
import { useText } from '../../messages/index.ts'

/** Who comes here and what for, in a sentence. */
export function ${component}() {
  const { t } = useText()
  usePage(t('${name}-title'))
  return (
    <Wide as="main">
      <PageTitle title={t('${name}-title')} />
    </Wide>
  )
}
`,
      [`${folder}/${name}-page.test.ts`]: `import { expect, test } from 'vitest'
import { en } from '../../messages/en.ts'
import { fr } from '../../messages/fr.ts'

test('${words(name)} has a title in the words of each language', () => {
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
      `${app}/src/messages/fr.ts: the French title; the test fails until then`,
      `${app}/src/routes.tsx: its path, as a lazy page`,
      `${folder}/queries.ts: what it asks its service for; loading, empty and failed states in the page`,
      `${folder}/${name}-page.test.ts: what a person sees and does there`,
    ],
  }
}
