/** What happens out there on the networks, for tests in a line each: an address under `/_sandbox/social/`, and what it is sent. */
export type TellNetworks = <T = { readonly id: string }>(
  path: string,
  body?: object,
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
) => Promise<T>

/**
 * @param url where the sandbox is
 * @returns asks with a body by POST and without one by GET, if nothing else is said
 * @throws Error with what the sandbox says when it does not answer 200
 * @example const { id } = await tellNetworks(sandbox.url)('accounts', { network: 'tiktok', username: 'lea' })
 */
export const tellNetworks =
  (url: string): TellNetworks =>
  async <T>(path: string, body?: object, method: string = body ? 'POST' : 'GET') => {
    const answer = await fetch(`${url}/_sandbox/social/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Error(`the sandbox says ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
