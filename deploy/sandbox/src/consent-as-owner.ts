/**
 * Consents on a network's page, as the account's owner.
 * @param url the page to which the product sends the creator
 * @param scopes the permissions to leave selected. Default: all
 * @returns the parameters with which the network sends the creator back
 */
export async function consentAsOwner(url: string, accountId: string, scopes?: readonly string[]): Promise<URLSearchParams> {
  const page = new URL(url)
  const form = new URLSearchParams([...page.searchParams, ['account', accountId]])
  for (const scope of scopes ?? page.searchParams.get('scope')?.split(/[ ,]/) ?? []) form.append('scopes', scope)
  const answer = await fetch(`${page.origin}${page.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`the network’s page refused the request: ${answer.status}`)
  return new URL(location).searchParams
}
