export type SocialApi = <T = { readonly id: string }>(
  path: string,
  body?: object,
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
) => Promise<T>

/**
 * Returns a client for the simulated social networks. Requests with a body default to POST, others to GET.
 * @throws Error with the response body when the sandbox does not return 200
 * @example const { id } = await callSocialApi(sandbox.url)('accounts', { network: 'tiktok', username: 'lea' })
 */
export const callSocialApi =
  (url: string): SocialApi =>
  async <T>(path: string, body?: object, method: string = body ? 'POST' : 'GET') => {
    const answer = await fetch(`${url}/_sandbox/social/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Error(`sandbox answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
