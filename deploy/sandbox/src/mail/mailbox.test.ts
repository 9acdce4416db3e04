import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callConsole, open } from '../../test/client.ts'
import type { Mail } from '../state.ts'

let world: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  world = await open()
})
afterAll(() => world.sandbox.stop())
beforeEach(async () => {
  await callConsole(world.sandbox, '/mail/api/switches', { refuse: false, bounce: [], slowMs: 0 }, 'PUT')
  await callConsole(world.sandbox, '/mail/api/messages', {}, 'DELETE')
})

const mail = (to: string, subject = 'Confirm') =>
  createTransport(world.sandbox.smtpUrl).sendMail({
    from: 'Reelfair <hello@reelfair.example>',
    to,
    subject,
    text: 'Confirm: https://reelfair.test/confirm?token=abc.',
    html: '<p><a href="https://reelfair.test/confirm?token=abc&amp;x=1">Confirm é</a><script>alert(1)</script></p>',
  })
const latest = (to: string) => callConsole<Mail>(world.sandbox, `/mail/api/latest?to=${encodeURIComponent(to)}`)

test('stores an e-mail and its links', async () => {
  await mail('Ada@example.test')
  await mail('other@example.test', 'Another')
  const { body } = await latest('ada@example.test')
  expect(body).toMatchObject({ subject: 'Confirm', from: 'hello@reelfair.example', to: ['Ada@example.test'] })
  expect(body.links).toEqual(['https://reelfair.test/confirm?token=abc&x=1', 'https://reelfair.test/confirm?token=abc'])
  expect((await latest('nobody@example.test')).status).toBe(404)
  expect((await callConsole<Mail[]>(world.sandbox, '/mail/api/messages')).body.map(({ subject }) => subject)).toEqual([
    'Another',
    'Confirm',
  ])
})

test('shows the e-mail on its page and blocks scripts in its HTML', async () => {
  await mail('ada@example.test')
  const { id } = (await latest('ada@example.test')).body
  expect(await (await fetch(`${world.sandbox.url}/mail`)).text()).toContain('ada@example.test')
  expect(await (await fetch(`${world.sandbox.url}/mail/${id}`)).text()).toContain('https://reelfair.test/confirm')
  const html = await fetch(`${world.sandbox.url}/mail/${id}/html`)
  expect(html.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await html.text()).toContain('Confirm é')
})

test.for([
  ['temporary', 451],
  [true, 554],
] as const)('rejects every e-mail when refuse is %s (status %i)', async ([refuse, responseCode]) => {
  await callConsole(world.sandbox, '/mail/api/switches', { refuse }, 'PUT')
  await expect(mail('ada@example.test')).rejects.toMatchObject({ responseCode })
  expect((await latest('ada@example.test')).status).toBe(404)
})

test('rejects only the addresses listed in `bounce`', async () => {
  await callConsole(world.sandbox, '/mail/api/switches', { bounce: ['Gone@example.test'] }, 'PUT')
  await expect(mail('gone@example.test')).rejects.toMatchObject({ responseCode: 550 })
  await mail('ada@example.test')
  expect((await latest('ada@example.test')).status).toBe(200)
})

test('delays responses by slowMs, so that clients with shorter timeouts give up', async () => {
  await callConsole(world.sandbox, '/mail/api/switches', { slowMs: 500 }, 'PUT')
  const hurried = createTransport({ host: '127.0.0.1', port: Number(new URL(world.sandbox.smtpUrl).port), socketTimeout: 100 })
  await expect(hurried.sendMail({ from: 'a@b.test', to: 'ada@example.test', text: 'x' })).rejects.toThrow()
})
