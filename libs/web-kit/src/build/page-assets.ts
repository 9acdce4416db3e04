import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApiRoutes, PAGE_ASSETS, type PageAssets, PageAssetsFile, type PathOf } from '@reelfair/contracts'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

type ReadPath = PathOf<ApiRoutes, 'GET'>

export interface PageStart {
  /** @example '/brand-dashboard/campaigns/:campaignId' */
  readonly path: string
  /** Only brands with a saved registration may see the page. */
  readonly complete?: true
  /** Module path, as imported by `routes.tsx`. @example './pages/campaign/campaign-page.tsx' */
  readonly module: string
  /** API requests of the page's first render, with exact paths. @example '/campaigns/campaigns/:campaignId' */
  readonly reads: readonly (ReadPath | `${ReadPath}?${string}`)[]
}

type Chunk = Pick<Rspack.StatsChunk, 'files' | 'names' | 'origins'>

/**
 * Lists each page's files: the remote's entry, its exposed module and the chunks of the page's own module.
 * @throws Error if no route imports a page's module, or if `pages` lacks a module that a route imports
 */
export function assetsOf(pages: readonly PageStart[], chunks: readonly Chunk[]): PageAssets[] {
  const filesOf = (isMeant: (chunk: Chunk) => boolean) => [...new Set(chunks.filter(isMeant).flatMap(({ files }) => files ?? []))]
  const imports = (module: string) => (chunk: Chunk) => chunk.origins?.some(({ request }) => request === module) ?? false
  const common = filesOf(
    ({ files, names }) => (files ?? []).some((name) => /^remoteEntry\./.test(name)) || (names ?? []).includes('__federation_expose_app'),
  )
  const known = new Set(pages.map(({ module }) => module))
  const routed = chunks
    .flatMap(({ origins }) => origins?.map(({ request }) => request) ?? [])
    .filter((name) => /^\.\/pages\/.*-page\.tsx$/.test(name))
  const unlisted = routed.filter((name) => !known.has(name))
  if (unlisted.length > 0) throw new Error(`Not in src/page-starts.ts: ${[...new Set(unlisted)].join(', ')}`)
  const assets = pages.map(({ path, complete, module, reads }) => {
    const own = filesOf(imports(module))
    if (own.length === 0) throw new Error(`src/page-starts.ts names ${module}, which no route imports.`)
    const files = [...common, ...own]
    const ending = (end: string) => files.filter((name) => name.endsWith(end))
    return { path, ...(complete && { complete }), scripts: ending('.js'), styles: ending('.css'), reads: [...reads] }
  })
  return PageAssetsFile.parse(assets)
}

/**
 * Writes a file next to the remote's manifest that lists each page's files and first reads. Production builds only.
 */
export const pluginPageAssets = (pages: readonly PageStart[]): RsbuildPlugin => ({
  name: 'reelfair:page-assets',
  apply: 'build',
  setup(api) {
    api.onAfterBuild(async ({ stats }) => {
      const { chunks = [] } = stats?.toJson({ all: false, chunks: true, chunkOrigins: true, ids: true }) ?? {}
      await writeFile(join(api.context.distPath, PAGE_ASSETS), JSON.stringify(assetsOf(pages, chunks)))
    })
  },
})
