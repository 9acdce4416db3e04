import { type ComponentType, lazy, useState } from 'react'
import { matchPath } from 'react-router-dom'

/** A page's module, fetched when the page is first drawn, or before that by `fetch`. */
export interface PageModule<Props extends object> {
  readonly key: string
  readonly fetch: () => Promise<{ readonly default: ComponentType<Props> }>
  readonly component: () => ComponentType<Props>
}

let made = 0

/** @example const dashboard = pageModule(async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage) */
export function pageModule<Props extends object>(load: () => Promise<ComponentType<Props>>): PageModule<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetch = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const whenFetched = lazy(fetch) as unknown as ComponentType<Props>
  made += 1
  return { key: `page-${made}`, fetch, component: () => loaded ?? whenFetched }
}

/** Fetches the module of the page at a path, so that it is drawn without a skeleton. @param pages by their routes' paths */
export const fetchPageOf =
  <Props extends object>(pages: Readonly<Record<string, PageModule<Props>>>) =>
  async (pathname: string): Promise<unknown> => {
    const path = Object.keys(pages).find((one) => matchPath(one, pathname))
    return path && pages[path]?.fetch()
  }

/**
 * As React's `lazy`, but without a fallback where the module is there already: React shows a fallback for 300 ms at least.
 * @example <LazyPage of={dashboard} given={{ NotFound }} />
 */
export function LazyPage<Props extends object>({ of: module, given }: { of: PageModule<Props>; given: Props }) {
  return <Chosen key={module.key} module={module} given={given} />
}

/** The choice stands as long as the page: another component in its place would forget what was typed. */
function Chosen<Props extends object>({ module, given }: { module: PageModule<Props>; given: Props }) {
  const [Shown] = useState(module.component)
  return <Shown {...given} />
}
