import { type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core'

type Group = Pick<Rspack.ChunkGroup, 'chunks' | 'origins' | 'getParents'>
type Id = string | number

const idsOf = ({ chunks }: Group): Id[] => chunks.flatMap(({ id }) => id ?? [])

/** For each chunk and language, the chunks with its code's messages, which `messages/index.ts` imports. */
export function messageChunks(groups: readonly Group[]): Record<Id, Record<string, Id[]>> {
  const table: Record<Id, Record<string, Id[]>> = {}
  for (const group of groups) {
    const locale = group.origins.map(({ request }) => /^\.\/(en|fr)\.ts$/.exec(request ?? '')?.[1]).find(Boolean)
    if (!locale) continue
    for (const owner of group.getParents().flatMap(idsOf)) {
      table[owner] ??= {}
      table[owner][locale] = [...new Set([...(table[owner][locale] ?? []), ...idsOf(group)])]
    }
  }
  return table
}

/** If the messages fail to load here, `defineMessages` requests them again. */
class MessagesWithCode extends rspack.RuntimeModule {
  constructor() {
    super('messages with code', rspack.RuntimeModule.STAGE_ATTACH)
  }

  override generate(): string {
    return `var messages = ${JSON.stringify(messageChunks(this.compilation?.chunkGroups ?? []))}
__webpack_require__.f.messages = (id) => {
  for (const one of messages[id]?.[document.documentElement.lang] ?? []) __webpack_require__.e(one).catch(() => {})
}`
  }
}

/**
 * Requests the messages of lazy code in parallel with the code; otherwise `defineMessages` would request them only once
 * the code has arrived. Production builds only.
 */
export const pluginMessagesWithCode: RsbuildPlugin = {
  name: 'reelfair:messages-with-code',
  apply: 'build',
  setup(api) {
    api.modifyRspackConfig((_, { appendPlugins }) =>
      appendPlugins({
        apply: (compiler: Rspack.Compiler) =>
          compiler.hooks.thisCompilation.tap('messages-with-code', (compilation) =>
            compilation.hooks.additionalTreeRuntimeRequirements.tap('messages-with-code', (chunk, requirements) => {
              if (requirements.has(rspack.RuntimeGlobals.ensureChunk)) compilation.addRuntimeModule(chunk, new MessagesWithCode())
            }),
          ),
      }),
    )
  },
}
