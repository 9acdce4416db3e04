import type { Route } from '@reelfair/service-kit'

/** The route that a request is for. @param asked method and address, with or without its query @example routeOf(routes, 'GET /campaigns/c1') */
export const routeOf = (routes: readonly Route[], asked: string): Route | undefined =>
  routes.find(({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`, 'i').test(asked.split('?')[0] ?? ''))
