import type { Route } from '@reelfair/service-kit'

/**
 * Finds the route that handles a request.
 * @param asked method and path, with or without a query string
 * @example routeOf(routes, 'GET /campaigns/c1')
 */
export const routeOf = (routes: readonly Route[], asked: string): Route | undefined =>
  routes.find(({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`, 'i').test(asked.split('?')[0] ?? ''))
