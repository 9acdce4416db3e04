import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { loadCurrentMessages } from '../i18n/i18n.ts'

/** A page's module with its messages, which load when the page first renders, or earlier if `fetch` is called. */
export interface PageModule<Props extends object> {
  readonly key: string
  readonly fetch: () => Promise<{ readonly default: ComponentType<Props> }>
  /** React keeps a failed `lazy` forever, so each attempt gets a new one. */
  readonly component: (attempt: number) => ComponentType<Props>
}

let made = 0

/**
 * @example
 * const dashboard = pageModule(async () => (await import('./pages/dashboard/dashboard-page.tsx')).DashboardPage)
 */
export function pageModule<Props extends object>(load: () => Promise<ComponentType<Props>>): PageModule<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetch = async () => {
    if (!loaded) {
      const page = await load()
      await loadCurrentMessages()
      loaded = page
    }
    return { default: loaded }
  }
  const newLazy = () => lazy(fetch) as unknown as ComponentType<Props>
  let latest = { attempt: 0, whenFetched: newLazy() }
  const component = (attempt: number) => {
    if (loaded) return loaded
    if (latest.attempt !== attempt) latest = { attempt, whenFetched: newLazy() }
    return latest.whenFetched
  }
  made += 1
  return { key: `page-${made}`, fetch, component }
}

/** Fetches a page's module in advance, so that the page needs no skeleton. @param pages modules by route path */
export const fetchPageOf =
  <Props extends object>(pages: Readonly<Record<string, PageModule<Props>>>) =>
  async (pathname: string): Promise<unknown> => {
    const path = Object.keys(pages).find((one) => matchPath(one, pathname))
    return path && pages[path]?.fetch()
  }

/**
 * Like React's `lazy`, but renders loaded modules without a fallback: React shows a fallback for at least 300 ms.
 * @example <LazyPage of={dashboard} given={{ NotFound }} />
 */
export function LazyPage<Props extends object>({ of: module, given, attempt = 0 }: LazyPageProps<Props>) {
  return <Chosen key={module.key} module={module} given={given} attempt={attempt} />
}

interface LazyPageProps<Props extends object> {
  readonly of: PageModule<Props>
  readonly given: Props
  /** Incremented by an error boundary to load a failed module again. */
  readonly attempt?: number
}

/** Replacing a mounted page would lose typed text, so the component never changes. */
function Chosen<Props extends object>({ module, given, attempt }: { module: PageModule<Props>; given: Props; attempt: number }) {
  const [Shown] = useState(() => module.component(attempt))
  return <Shown {...given} />
}

interface PageRoutesProps<Props extends object> {
  pages: Readonly<Record<string, PageModule<Props>>>
  given: Props
  fallback: ReactNode
  /** Shown at all other paths. */
  otherwise: ReactNode
  attempt?: number
  /** Additional routes. */
  children?: ReactNode
}

/** An app's pages, each at its path. */
export const PageRoutes = <Props extends object>({ pages, given, fallback, otherwise, attempt = 0, children }: PageRoutesProps<Props>) => (
  <Suspense fallback={fallback}>
    <Routes>
      {children}
      {Object.entries(pages).map(([path, page]) => (
        <Route key={path} path={path} element={<LazyPage of={page} given={given} attempt={attempt} />} />
      ))}
      <Route path="*" element={otherwise} />
    </Routes>
  </Suspense>
)
