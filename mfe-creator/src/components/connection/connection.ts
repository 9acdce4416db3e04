import type { Account, Accounts, Network, NetworkStatus } from '@reelfair/contracts'

export type Connect = NetworkStatus['connect']

/** Whether creators can or must connect their accounts on this network. Undefined until the accounts have loaded. */
export const connectOf = (accounts: Accounts | undefined, network: Network): Connect =>
  accounts?.networks.find((networkStatus) => networkStatus.network === network)?.connect

export const isConnected = ({ connection }: Pick<Account, 'connection'>): boolean =>
  connection !== undefined && connection.endedAt === undefined

/** Unverified accounts are connected on the accounts page. Verified ones need no connection that only verifies. */
export const showsConnection = ({ verifiedAt, connection }: Account, connect: Connect): boolean =>
  verifiedAt !== undefined && (connection !== undefined || (connect !== undefined && connect !== 'verifies'))
