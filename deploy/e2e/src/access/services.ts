import { gateway, services } from '@reelfair/local/services'

export const businessServices = services

export const allServices = [...services, gateway]
