/** Reads the token of an e-mailed link from `#token=`. Browsers never send the hash to a server. */
export const tokenOf = (hash: string): string | undefined => new URLSearchParams(hash.slice(1)).get('token') ?? undefined
