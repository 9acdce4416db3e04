import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { defineConfig, type RsbuildConfigDefinition, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { type PageStart, pluginPageAssets } from './page-assets.ts'
import { pluginPrecompress } from './precompress.ts'

/** What shell and remotes have only once in a page. Local facades instead of their libraries: an entry that is shared is never tree-shaken. */
const SHARED = ['react', 'react-dom', 'react/jsx-runtime', '@reelfair/web-kit', '@reelfair/ui', '@reelfair/ui/rich']
/** Everything shared is in the shell's first load but this: it is fetched when a screen first needs it. */
const LAZY = '@reelfair/ui/rich'

/** Where the browsers stand that we build for; without it the CSS minifier expands modern CSS to three times its size. */
const BROWSERS = ['chrome >= 123', 'edge >= 123', 'firefox >= 128', 'safari >= 17.5']

interface AppOptions {
  /** The folder's name; also the name under which the remote is registered. */
  readonly name: 'shell' | 'mfe-creator' | 'mfe-brand' | 'mfe-admin'
  /** Port of its development server. */
  readonly port: number
  readonly title: string
  /** A remote's pages, and what each needs first. */
  readonly pages?: readonly PageStart[]
}

/** Edits in a remote repaint only if React told its renderers to a hook that keeps them, which the refresh runtime's own stub does not. Development only. */
const RENDERERS_HOOK = `(()=>{const r=new Map();let n=0;window.__REACT_DEVTOOLS_GLOBAL_HOOK__??={renderers:r,supportsFiber:true,inject(x){r.set(++n,x);return n},onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){}}})()`

/** Nothing can be drawn before the shell's scripts are there, so they come before what the gateway adds to the page. */
const scriptsFirst: RsbuildPlugin = {
  name: 'reelfair:scripts-first',
  setup(api) {
    api.modifyHTML((html) => html.replaceAll('<script defer ', '<script defer fetchpriority="high" '))
  },
}

/** The part of a federated module's name that code sees: `mfe-creator` is registered as `creator`. */
const federatedName = (name: AppOptions['name']) => name.replace(/^mfe-/, '')

/**
 * The one Rsbuild configuration of shell and remotes.
 * @example export default defineApp({ name: 'mfe-brand', port: 4712, title: 'Reelfair, brands' })
 */
export function defineApp({ name, port, title, pages }: AppOptions): RsbuildConfigDefinition {
  const host = name === 'shell'
  return defineConfig(({ command, env }) => {
    const production = env === 'production'
    const alone = !host && !production
    return {
      plugins: [
        pluginReact(),
        pluginModuleFederation({
          name: federatedName(name),
          ...(!host && {
            filename: production ? 'remoteEntry.[contenthash:8].js' : 'remoteEntry.js',
            exposes: { './app': './src/remote.tsx' },
          }),
          manifest: !host,
          dts: false,
          shareStrategy: 'loaded-first',
          shared: Object.fromEntries(
            SHARED.map((entry) => [
              entry,
              {
                singleton: true,
                // Versions are one by the lock file; ours are not published.
                requiredVersion: false,
                ...(host && { eager: entry !== LAZY }),
                // A second copy would bring its own contexts. Only a remote that runs alone, in development, has one.
                ...(!host && production && { import: false }),
              },
            ]),
          ),
          // Remotes take the runtime that the shell brings: half of their first load. Never disableSnapshot on the host, which reads manifests.
          ...(production && {
            experiments: host
              ? { provideExternalRuntime: true, optimization: { target: 'web' } }
              : { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true, disableRemote: true } },
          }),
        }),
        ...(host ? [scriptsFirst] : []),
        ...(pages ? [pluginPageAssets(pages)] : []),
        pluginPrecompress(),
      ],
      source: { entry: host || alone ? { index: './src/main.ts' } : {} },
      html: {
        title,
        mountId: 'root',
        template: host ? './src/index.html' : new URL('./alone.html', import.meta.url).pathname,
        ...(!production && {
          tags: [{ tag: 'script', children: RENDERERS_HOOK, head: true, append: false, attrs: { nonce: '{{nonce}}' } }],
        }),
      },
      server: {
        port,
        // The page at the gateway's address loads what this server builds.
        cors: { origin: '*' },
        ...(command === 'dev' && { proxy: { '/api': process.env.REELFAIR_URL ?? 'http://localhost:4300' } }),
      },
      dev: { assetPrefix: host ? '/' : true, lazyCompilation: false, client: { host: 'localhost', protocol: 'ws' } },
      output: {
        assetPrefix: host ? '/' : 'auto',
        overrideBrowserslist: BROWSERS,
        // Small files stay files: the content security policy allows no data: scripts or fonts.
        dataUriLimit: 0,
        legalComments: 'none',
      },
      // Only the host splits: a remote's exposed module must not wait for groups that the shell has already.
      splitChunks: host
        ? { preset: 'none', cacheGroups: { vendor: { test: /node_modules[\\/]/, name: 'vendor', chunks: 'initial', enforce: true } } }
        : false,
      performance: { printFileSize: false },
      // A page's chunk that never arrives is given up like the remote itself.
      tools: { rspack: { output: { chunkLoadTimeout: 10_000 } } },
    }
  })
}
