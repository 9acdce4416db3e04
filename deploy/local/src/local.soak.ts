import { eventually } from '@reelfair/testkit'
import { freePort } from '@reelfair/testkit/engines'
import { logoPng } from '@reelfair/testkit/logo'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noPages, ownFolder } from './local.fixture.ts'
import { visit } from './market/visitor.ts'
import type { Progress } from './progress.ts'
import { isResponding } from './running.ts'
import { startLocal } from './start-local.ts'

interface Named {
  readonly id: string
}

test('distributed: restarts a killed service and broker at the same addresses and still funds campaigns', {
  timeout: 240_000,
}, async () => {
  vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock')
  const messages: string[] = []
  const { folder, leave } = ownFolder('local')
  onTestFinished(leave)
  const progress: Progress = { step: (_, work) => work(), print: (line) => messages.push(line) }
  const local = await startLocal({ folder, port: await freePort(), web: noPages, distributed: true, progress })
  onTestFinished(() => local.stop())
  const { url, pid } = local.services.campaigns!
  const killed = pid!()!
  process.kill(killed, 'SIGKILL')
  await eventually(() => expect(messages.join('\n')).toMatch(/campaigns exited \(SIGKILL\); restarting/))
  await eventually(async () => expect(await isResponding(`${url}/readyz`)).toBe(true), { within: 30_000 })
  expect(pid!()).not.toBe(killed)

  const brand = local.signIns.find(({ email }) => email.startsWith('brand@'))!
  const visitor = await visit(local.url, brand.email, brand.password)
  const { id: mediaId } = await visitor.upload<Named>('/campaigns/media', logoPng())
  process.kill(local.broker!.process!().pid!, 'SIGKILL')
  await eventually(() => expect(messages).toContainEqual(expect.stringMatching(/^RabbitMQ exited; restarting it with its data/)))
  const draft = { name: 'Fridge door', category: 'Food_Cooking', network: 'tiktok', link: 'https://brand.example/fridge', mediaId }
  const begun = await visitor.post<Named>('/campaigns/campaigns', { ...draft, viewsGoal: 20_000 })
  await eventually(() => expect(messages).toContain('RabbitMQ is running again.'), { within: 90_000 })
  await eventually(async () => expect(await visitor.get(`/campaigns/campaigns/${begun.id}`)).toMatchObject({ status: 'active' }), {
    within: 60_000,
  })
})
