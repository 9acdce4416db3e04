/** Services started by the end-to-end tests. */
import { gateway, services } from '@reelfair/local/services'

/** Services that have their own routes; the gateway only forwards requests. */
export const businessServices = services

export const allServices = [...services, gateway]
