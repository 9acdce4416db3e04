/** Builds pages that are complete HTML before any script runs, in a separate build alongside the app's. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locale } from '@reelfair/contracts'
import { createRsbuild, type RsbuildConfig, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { BROWSERS } from './browsers.ts'
import { type Chunk, filesOf, imports, messagesOf, WITH_ORIGINS } from './page-assets.ts'

interface StaticPages {
  /** Module that exports `renderPages`. Runs in Node, at build time. */
  readonly render: string
  /** The pages' only script, which also imports their style sheets. */
  readonly script: string
  /** Modules of the app that the pages may fetch before the visitor opens them, as imported by `routes.tsx`. */
  readonly ahead: readonly string[]
}

interface Rendering {
  renderPages(assets: { script: string; css: string; ahead: Ahead }): Readonly<Record<string, string>>
}

interface Place {
  readonly root: string
  /** Receives the pages, their script and their fonts. */
  readonly folder: string
  readonly mode: 'production' | 'development'
  readonly ahead: Ahead
}

/** Deleted after the build, because it contains React and is of no use to browsers. */
const rendererFolder = ({ folder }: Place) => join(folder, 'renderer')

const configOf = ({ render, script }: StaticPages, place: Place): RsbuildConfig => ({
  mode: place.mode,
  logLevel: 'error',
  plugins: [pluginReact()],
  splitChunks: false,
  output: {
    cleanDistPath: false,
    assetPrefix: '/',
    dataUriLimit: 0,
    legalComments: 'none',
    filenameHash: place.mode === 'production',
    overrideBrowserslist: BROWSERS,
  },
  tools: { htmlPlugin: false },
  performance: { printFileSize: false },
  environments: {
    browser: { source: { entry: { landing: script } }, output: { target: 'web', distPath: { root: place.folder } } },
    node: {
      source: { entry: { render } },
      output: { target: 'node', module: true, filename: { js: '[name].mjs' }, distPath: { root: rendererFolder(place) } },
    },
  },
})

async function writePages(place: Place): Promise<void> {
  const file = async (kind: 'js' | 'css') => {
    const names = await readdir(join(place.folder, 'static', kind))
    const name = names.find((one) => /^landing\.(?:[0-9a-f]+\.)?(?:js|css)$/.test(one))
    if (!name) throw new Error(`the build of the static pages has no landing.${kind}`)
    return `static/${kind}/${name}`
  }
  const [script, css] = await Promise.all([file('js'), file('css')])
  const renderer = pathToFileURL(join(rendererFolder(place), 'render.mjs'))
  // The query bypasses Node's module cache after a rebuild.
  const { renderPages } = (await import(`${renderer.href}?${Date.now()}`)) as Rendering
  const pages = renderPages({ script: `/${script}`, css: await readFile(join(place.folder, css), 'utf8'), ahead: place.ahead })
  for (const [path, content] of Object.entries(pages)) {
    await mkdir(dirname(join(place.folder, path)), { recursive: true })
    await writeFile(join(place.folder, path), content)
  }
}

type Ahead = Readonly<Record<Locale, readonly string[]>>

/** @returns for each language, the addresses of the app's initial files and `ahead` modules, with their messages */
export function filesAhead(chunks: readonly (Chunk & { readonly initial?: boolean })[], ahead: readonly string[]): Ahead {
  const owners = chunks.filter((chunk) => chunk.initial || ahead.some((module) => imports(chunk, module)))
  const inLanguage = (locale: Locale) =>
    [...new Set([...filesOf(owners), ...messagesOf(owners, chunks, locale)])]
      .filter((name) => /\.(?:js|css)$/.test(name))
      .map((name) => `/${name}`)
  return { en: inLanguage('en'), fr: inLanguage('fr') }
}

/**
 * Writes pages to the app's build. In development, rebuilds them after each change; reload the page to see it.
 * @example pluginStaticPages({ render: './src/landing/render.tsx', script: './src/landing/main.ts', ahead: [] })
 */
export const pluginStaticPages = (pages: StaticPages): RsbuildPlugin => ({
  name: 'reelfair:static-pages',
  setup(api) {
    const { rootPath: root } = api.context
    const inDevelopment = join(root, 'node_modules/.cache/static-pages')
    const build = async (place: Place, watch: boolean) => {
      await rm(rendererFolder(place), { recursive: true, force: true })
      const rsbuild = await createRsbuild({ cwd: root, config: configOf(pages, place) })
      rsbuild.onAfterBuild(() => writePages(place))
      const { close } = await rsbuild.build({ watch })
      if (watch) return
      await close()
      await rm(rendererFolder(place), { recursive: true })
      await rm(
        join(
          place.folder,
          'static/css',
          (await readdir(join(place.folder, 'static/css'))).find((name) => name.startsWith('landing.')) ?? '',
        ),
      )
    }
    api.onAfterBuild(async ({ stats }) => {
      const ahead = filesAhead(stats?.toJson(WITH_ORIGINS).chunks ?? [], pages.ahead)
      await build({ root, folder: api.context.distPath, mode: 'production', ahead }, false)
    })
    api.modifyRsbuildConfig((config, { mergeRsbuildConfig }) =>
      process.argv.includes('dev')
        ? mergeRsbuildConfig(config, { server: { publicDir: [{ name: 'public' }, { name: inDevelopment, copyOnBuild: false }] } })
        : config,
    )
    api.onBeforeStartDevServer(async ({ server }) => {
      await mkdir(inDevelopment, { recursive: true })
      await build({ root, folder: inDevelopment, mode: 'development', ahead: { en: [], fr: [] } }, true)
      // Without the gateway, the development server chooses the page itself.
      server.middlewares.use((req, _res, next) => {
        const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
        const locale = { '/': 'en', '/fr': 'fr' }[pathname]
        if (locale) req.url = `/landing/${locale}-${searchParams.get('role') === 'creator' ? 'creator' : 'brand'}.html`
        next()
      })
    })
  },
})
