/**
 * Sends the browser to a page of the payment provider. Whatever is no web address is refused: it comes from another company's answer.
 * @throws TypeError when it is no address, or one that would run something here
 */
export function leaveFor(url: string): void {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`not a web address: ${protocol}`)
  window.location.assign(href)
}
