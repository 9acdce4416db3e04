import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { defineConfig, type RsbuildConfigDefinition, type RsbuildPlugin } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { BROWSERS } from './browsers.ts'
import { pluginMessagesWithCode } from './messages-with-code.ts'
import { type PageStart, pluginPageAssets, pluginPreloadMessages } from './page-assets.ts'
import { pluginPrecompress } from './precompress.ts'

/** The shell and the remotes share facades instead of libraries, because shared modules are never tree-shaken. */
const SHARED = ['react', 'react-dom', 'react/jsx-runtime', '@reelfair/web-kit', '@reelfair/ui', '@reelfair/ui/rich']
/** The only shared module that the shell loads on demand. */
const LAZY = '@reelfair/ui/rich'

interface AppOptions {
  readonly name: 'shell' | 'mfe-creator' | 'mfe-brand' | 'mfe-admin'
  readonly port: number
  readonly title: string
  readonly pages?: readonly PageStart[]
  /** Plugins for this app only. They run before its files are compressed. */
  readonly plugins?: readonly RsbuildPlugin[]
}

/**
 * Development only. Hot reload of a remote needs a hook that stores React's renderers. React Refresh's hook does not
 * store them.
 */
const RENDERERS_HOOK = `(()=>{const r=new Map();let n=0;window.__REACT_DEVTOOLS_GLOBAL_HOOK__??={renderers:r,supportsFiber:true,inject(x){r.set(++n,x);return n},onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){}}})()`

/** Nothing can render without the shell's scripts, so they take priority over the gateway's preloads. */
const scriptsFirst: RsbuildPlugin = {
  name: 'reelfair:scripts-first',
  setup(api) {
    api.modifyHTML((html) => html.replaceAll('<script defer ', '<script defer fetchpriority="high" '))
  },
}

const federatedName = (name: AppOptions['name']) => name.replace(/^mfe-/, '')

function federation(name: AppOptions['name'], production: boolean): RsbuildPlugin {
  const host = name === 'shell'
  return pluginModuleFederation({
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
          // No version checks: the lock file pins each library to one version, and our own packages are not published.
          requiredVersion: false,
          ...(host && { eager: entry !== LAZY }),
          // A second copy would have its own React contexts. Only standalone remotes (development) bundle one.
          ...(!host && production && { import: false }),
        },
      ]),
    ),
    // Remotes use the shell's runtime, which halves their first load. The host reads manifests, so never set
    // disableSnapshot on the host.
    ...(production && {
      experiments: host
        ? { provideExternalRuntime: true, optimization: { target: 'web' } }
        : { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true, disableRemote: true } },
    }),
  })
}

/**
 * The Rsbuild configuration of the shell and all remotes.
 * @example export default defineApp({ name: 'mfe-brand', port: 4712, title: 'Reelfair, brands' })
 */
export function defineApp({ name, port, title, pages, plugins = [] }: AppOptions): RsbuildConfigDefinition {
  const host = name === 'shell'
  return defineConfig(({ command, env }) => {
    const production = env === 'production'
    const alone = !host && !production
    return {
      plugins: [
        pluginReact(),
        federation(name, production),
        ...(host ? [scriptsFirst, pluginPreloadMessages] : []),
        ...(pages ? [pluginPageAssets(pages)] : []),
        ...plugins,
        pluginMessagesWithCode,
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
        // The page comes from the gateway's origin and loads files from this server.
        cors: { origin: '*' },
        ...(command === 'dev' && { proxy: { '/api': process.env.REELFAIR_URL ?? 'http://localhost:4300' } }),
      },
      dev: { assetPrefix: host ? '/' : true, lazyCompilation: false, client: { host: 'localhost', protocol: 'ws' } },
      output: {
        assetPrefix: host ? '/' : 'auto',
        overrideBrowserslist: BROWSERS,
        // Do not inline small files: the content security policy blocks data: scripts and fonts.
        dataUriLimit: 0,
        legalComments: 'none',
      },
      // Only the host splits chunks: a remote's exposed module must not wait for libraries that the shell has loaded.
      splitChunks: host
        ? { preset: 'none', cacheGroups: { vendor: { test: /node_modules[\\/]/, name: 'vendor', chunks: 'initial', enforce: true } } }
        : false,
      performance: { printFileSize: false },
      // Must match the time limit for loading a remote (shell/src/remotes/load-remote.ts).
      tools: { rspack: { output: { chunkLoadTimeout: 10_000 } } },
    }
  })
}
