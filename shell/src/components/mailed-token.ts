/** The secret of a mailed link, behind `#token=`: browsers send that part to no server. */
export const tokenOf = (hash: string): string | undefined => new URLSearchParams(hash.slice(1)).get('token') ?? undefined
