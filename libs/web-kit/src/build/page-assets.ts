import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGE_ASSETS, type PageAssets, PageAssetsFile } from '@reelfair/contracts'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

/** What a page needs first, as its app knows it. */
export interface PageStart {
  /** As its route has it. @example '/brand-dashboard/campaigns/:campaignId' */
  readonly path: string
  /** Only for a brand whose registration is saved. */
  readonly complete?: true
  /** As `routes.tsx` imports it. @example './pages/campaign/campaign-page.tsx' */
  readonly module: string
  /** The reads that it starts on its first render, each exactly as requested. @example '/campaigns/campaigns/:campaignId' */
  readonly reads: readonly string[]
}

type Chunk = Pick<Rspack.StatsChunk, 'files' | 'names' | 'origins'>

/**
 * The files of each page: the remote's entry, the module that it exposes, and the chunks of the page's own module.
 * @throws Error for a page whose module is imported by no route, and for a route whose module the table lacks
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

/** Rsbuild plugin: writes what each page needs first beside the manifest of a remote's production build. */
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
