import { useWrite } from '@reelfair/web-kit'

export const useAddAccount = () => useWrite('POST', '/verification/accounts', { changes: ['accounts'] })

/** The service accepts user agents of at most 400 printable ASCII characters. */
export const browserName = () => navigator.userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 400)

/** The result of a verification arrives as a live update. Each click is a new request. */
export const useVerify = () =>
  useWrite('POST', '/verification/accounts/:accountId/verification', { changes: ['accounts'], isNewEachTime: true })
