/**
 * Redirects the browser to a payment provider page. Accepts only http(s) URLs, because they come from a third party.
 * @throws TypeError if `url` is invalid or has another scheme, such as `javascript:`
 */
export function redirectToProvider(url: string): void {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`not a web address: ${protocol}`)
  window.location.assign(href)
}
