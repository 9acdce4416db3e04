/** All services of the house. */
import { gateway, services } from '@reelfair/local/services'

/** Those with routes of their own; the gateway only passes on. */
export const businessServices = services

export const allServices = [...services, gateway]
