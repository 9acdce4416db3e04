/** A module of its own, because tests can replace a module, but not `location`. */
export const reloadPage = (): void => location.reload()
