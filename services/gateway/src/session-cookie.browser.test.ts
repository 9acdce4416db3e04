/** Checks how a real browser handles our cookies; skipped where Chromium is not installed. */
import { chromiumProgram } from '@reelfair/testkit/engines'
import { chromium } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startGateway } from './testing/start-gateway.ts'

const executablePath = chromiumProgram()
const secret = 's'.repeat(43)

describe.runIf(executablePath)('in Chromium over plain http', () => {
  test.each(['localhost', '127.0.0.1', 'app.localhost'])(
    'keeps the Secure __Host- cookie of %s, hides it from scripts and sends it back',
    async (host) => {
      let seen: string | undefined
      const gateway = await startGateway({
        env: { ALLOWED_HOSTS: 'app.localhost' },
        services: {
          identity: (req, res) =>
            void res.writeHead(201, { 'x-set-session': req.method === 'DELETE' ? '; max-age=0' : `${secret}; max-age=600` }).end(),
          campaigns: (req, res) => {
            seen = req.headers.authorization
            res.end('{}')
          },
        },
      })
      gateway.know(secret)
      const { port } = new URL(gateway.url)
      const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--no-proxy-server'] })
      try {
        const page = await browser.newPage()
        const faults: string[] = []
        page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
        page.on('pageerror', (error) => faults.push(error.message))
        await page.goto(`http://${host}:${port}/login`)
        const statuses = await page.evaluate(async () => {
          const headers = { 'content-type': 'application/json' }
          const signedIn = await fetch('/api/identity/sessions', { method: 'POST', headers, body: '{}' })
          const changed = await fetch('/api/campaigns/campaigns', { method: 'POST', headers, body: '{}' })
          return [signedIn.status, changed.status]
        })
        expect(statuses).toEqual([201, 200])
        expect(await page.evaluate('document.cookie')).toBe('')
        expect(seen).toMatch(/^Bearer /)
        expect(await page.context().cookies()).toMatchObject([
          { name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
        ])
        expect(await page.evaluate(async () => (await fetch('/api/identity/sessions/current', { method: 'DELETE' })).status)).toBe(201)
        expect(await page.context().cookies()).toEqual([])
        expect(faults).toEqual([])
      } finally {
        await browser.close()
      }
    },
  )
})
