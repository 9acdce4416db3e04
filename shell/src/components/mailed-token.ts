/** E-mailed links carry the token in the hash, which browsers never send to a server. */
export const tokenOf = (hash: string): string | undefined => new URLSearchParams(hash.slice(1)).get('token') ?? undefined
