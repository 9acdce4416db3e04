import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { pictureFetcher } from './fetch-picture.ts'

const server = createServer(({ url }, response) => {
  if (url === '/large') response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(512 * 1_024 + 1))
  else if (url === '/moved') response.writeHead(302, { location: '/picture' }).end()
  else if (url === '/missing') response.writeHead(404).end('none')
  else response.writeHead(200, { 'content-type': 'image/png' }).end('picture')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => void server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('downloads a picture from a given origin', async () => {
  expect(await pictureFetcher([origin])(`${origin}/picture`)).toEqual({ type: 'image/png', file: Buffer.from('picture') })
})

test.each(['/large', '/moved', '/missing'])('returns nothing for %s', async (path) => {
  expect(await pictureFetcher([origin])(origin + path)).toBeUndefined()
})

test.each([
  ['https://scontent-cdg4.cdninstagram.com/v/lea.jpg?x=1', true],
  ['https://p16-sign.tiktokcdn-eu.com/obj/a.webp', true],
  ['https://i.ytimg.com/vi/a/hqdefault.jpg', true],
  ['http://i.ytimg.com/vi/a/hqdefault.jpg', false],
  ['https://i.ytimg.com:8443/a.jpg', false],
  ['https://evilytimg.com/a.jpg', false],
  ['https://ytimg.com.evil.example/a.jpg', false],
  ['https://i.ytimg.com@127.0.0.1/a.jpg', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['file:///etc/passwd', false],
  ['not an address', false],
])('asks for %s: %s', async (address, isAsked) => {
  const asked: string[] = []
  const fetchPicture = pictureFetcher([], async (url) => {
    asked.push(String(url))
    return new Response('picture', { headers: { 'content-type': 'image/jpeg' } })
  })
  expect((await fetchPicture(address)) !== undefined).toBe(isAsked)
  expect(asked).toEqual(isAsked ? [address] : [])
})
