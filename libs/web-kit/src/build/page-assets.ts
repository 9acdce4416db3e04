import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApiRoutes, type Locale, PAGE_ASSETS, type PageAssets, PageAssetsFile, type PathOf } from '@reelfair/contracts'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

type ReadPath = PathOf<ApiRoutes, 'GET'>

export interface PageStart {
  /** @example '/brand-dashboard/campaigns/:campaignId' */
  readonly path: string
  /** Only brands with a saved registration may see the page. */
  readonly complete?: true
  /** Module path, as imported by `routes.tsx`. @example './pages/campaign/campaign-page.tsx' */
  readonly module: string
  /** API requests that the page's first render sends, with exact paths. @example '/campaigns/campaigns/:campaignId' */
  readonly reads: readonly (ReadPath | `${ReadPath}?${string}`)[]
}

export type Chunk = Pick<Rspack.StatsChunk, 'id' | 'parents' | 'files' | 'names' | 'origins'>

export const filesOf = (chunks: readonly Chunk[]) => [...new Set(chunks.flatMap(({ files }) => files ?? []))]
export const imports = (chunk: Chunk, request: string) => chunk.origins?.some((origin) => origin.request === request) ?? false

/** Files with the owners' messages in one language, which their `messages/index.ts` files import. */
export const messagesOf = (owners: readonly Chunk[], chunks: readonly Chunk[], locale: Locale): string[] =>
  filesOf(
    chunks.filter((chunk) => imports(chunk, `./${locale}.ts`) && chunk.parents?.some((id) => owners.some((owner) => owner.id === id))),
  )

/**
 * Lists each page's files: the remote's entry, its exposed module, and the page module's chunks and messages.
 * @throws Error if no route imports a page's module, or if `pages` lacks a module that a route imports
 */
export function assetsOf(pages: readonly PageStart[], chunks: readonly Chunk[]): PageAssets[] {
  const common = chunks.filter(
    ({ files, names }) => (files ?? []).some((name) => /^remoteEntry\./.test(name)) || (names ?? []).includes('__federation_expose_app'),
  )
  const known = new Set(pages.map(({ module }) => module))
  const routed = chunks
    .flatMap(({ origins }) => origins?.map(({ request }) => request) ?? [])
    .filter((name) => /^\.\/pages\/.*-page\.tsx$/.test(name))
  const unlisted = routed.filter((name) => !known.has(name))
  if (unlisted.length > 0) throw new Error(`Not in src/page-starts.ts: ${[...new Set(unlisted)].join(', ')}`)
  const assets = pages.map(({ path, complete, module, reads }) => {
    const own = chunks.filter((chunk) => imports(chunk, module))
    if (own.length === 0) throw new Error(`src/page-starts.ts names ${module}, which no route imports.`)
    const owners = [...common, ...own]
    const ending = (end: string) => filesOf(owners).filter((name) => name.endsWith(end))
    const messages = { en: messagesOf(owners, chunks, 'en'), fr: messagesOf(owners, chunks, 'fr') }
    return { path, ...(complete && { complete }), scripts: ending('.js'), styles: ending('.css'), messages, reads: [...reads] }
  })
  return PageAssetsFile.parse(assets)
}

export const WITH_ORIGINS = { all: false, chunks: true, chunkOrigins: true, chunkRelations: true, ids: true } as const

/**
 * Adds preload links for the shell's messages in both languages to the page; the gateway keeps those in one language.
 * Production builds only.
 */
export const pluginPreloadMessages: RsbuildPlugin = {
  name: 'reelfair:preload-messages',
  apply: 'build',
  setup(api) {
    api.modifyHTMLTags(({ headTags, bodyTags }, { compilation, assetPrefix }) => {
      const { chunks = [] } = compilation.getStats().toJson(WITH_ORIGINS)
      const initial = chunks.filter(({ names }) => names?.includes('index'))
      const links = (['en', 'fr'] as const).flatMap((locale) =>
        messagesOf(initial, chunks, locale).map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'script', 'data-locale': locale, href: assetPrefix + file },
        })),
      )
      if (links.length === 0) throw new Error('The page lacks the shell’s messages.')
      return { headTags: [...links, ...headTags], bodyTags }
    })
  },
}

/**
 * Writes a file next to the remote's manifest that lists each page's files and first reads. Production builds only.
 */
export const pluginPageAssets = (pages: readonly PageStart[]): RsbuildPlugin => ({
  name: 'reelfair:page-assets',
  apply: 'build',
  setup(api) {
    api.onAfterBuild(async ({ stats }) => {
      const { chunks = [] } = stats?.toJson(WITH_ORIGINS) ?? {}
      await writeFile(join(api.context.distPath, PAGE_ASSETS), JSON.stringify(assetsOf(pages, chunks)))
    })
  },
})
