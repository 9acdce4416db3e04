/** A process per service, on RabbitMQ, each of which may die. */
import { eventually } from '@reelfair/testkit'
import { freePort } from '@reelfair/testkit/engines'
import { logoPng } from '@reelfair/testkit/logo'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noPages, ownFolder } from './local.fixture.ts'
import { visit } from './market/visitor.ts'
import type { Progress } from './progress.ts'
import { answers } from './running.ts'
import { startLocal } from './start-local.ts'

interface Named {
  readonly id: string
}

test('distributed: restarts a killed service and a killed broker at their addresses, reports it, and keeps funding campaigns', {
  timeout: 240_000,
}, async () => {
  vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock')
  const said: string[] = []
  const { folder, leave } = ownFolder('local')
  onTestFinished(leave)
  const progress: Progress = { step: (_, work) => work(), say: (line) => said.push(line) }
  const local = await startLocal({ folder, port: await freePort(), web: noPages, distributed: true, progress })
  onTestFinished(() => local.stop())
  const { url, pid } = local.services.campaigns!
  const killed = pid!()!
  process.kill(killed, 'SIGKILL')
  await eventually(() => expect(said.join('\n')).toMatch(/campaigns ended \(SIGKILL\); it is started again/))
  await eventually(async () => expect(await answers(`${url}/readyz`)).toBe(true), { within: 30_000 })
  expect(pid!()).not.toBe(killed)

  const brand = local.signIns.find(({ email }) => email.startsWith('brand@'))!
  const visitor = await visit(local.url, brand.email, brand.password)
  const { id: mediaId } = await visitor.upload<Named>('/campaigns/media', logoPng())
  process.kill(local.broker!.process!().pid!, 'SIGKILL')
  await eventually(() => expect(said).toContainEqual(expect.stringMatching(/^RabbitMQ ended; it is started again on its data/)))
  const draft = { name: 'Fridge door', category: 'Food_Cooking', network: 'tiktok', link: 'https://brand.example/fridge', mediaId }
  const begun = await visitor.post<Named>('/campaigns/campaigns', { ...draft, viewsGoal: 20_000 })
  await eventually(() => expect(said).toContain('RabbitMQ runs again.'), { within: 90_000 })
  await eventually(async () => expect(await visitor.get(`/campaigns/campaigns/${begun.id}`)).toMatchObject({ status: 'active' }), {
    within: 60_000,
  })
})
