/**
 * Redirects to a provider's page, such as a payment or sign-in page. The URL comes from a third party, so only http(s)
 * is allowed.
 * @throws TypeError if `url` is invalid or has another scheme, such as `javascript:`
 */
export function redirectToProvider(url: string): void {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`not a web address: ${protocol}`)
  window.location.assign(href)
}
