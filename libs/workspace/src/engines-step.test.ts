import { expect, test } from 'vitest'
import { engines, type Machine } from './engines-step.ts'

function machine(given: Partial<Machine> & { programs?: string[]; installs?: boolean }) {
  const { programs = [], installs = true, ...rest } = given
  const ran: string[] = []
  const said: string[] = []
  const made: Machine = {
    has: (program) => programs.includes(program),
    run: async (_print, program, ...args) => {
      ran.push([program, ...args].join(' '))
      if (installs && args[0] === 'install') programs.push(...args.filter((arg) => !arg.startsWith('-')))
      return installs
    },
    isRoot: false,
    env: {},
    ...rest,
  }
  return { ran, said, outcome: () => engines((line) => said.push(line), made) }
}

test('nothing is installed where both are there, or something that takes their place', async () => {
  const installed = machine({ programs: ['rabbitmq-server', 'chromium-headless-shell'], isRoot: true })
  const named = machine({ env: { AMQP_URL: 'amqp://bus', CHROMIUM_BINARY: '/opt/chrome' } })
  for (const { outcome, ran } of [installed, named]) {
    expect(await outcome()).toEqual({ passed: 2, failed: 0 })
    expect(ran).toEqual([])
  }
})

test('root on Debian gets what is missing, and only that', async () => {
  const { outcome, ran } = machine({ programs: ['apt-get', 'chromium-headless-shell'], isRoot: true })
  expect(await outcome()).toEqual({ passed: 2, failed: 0 })
  expect(ran.at(-1)).toMatch(/^apt-get install .* rabbitmq-server$/)
})

test.for([
  ['somebody else than root', machine({ programs: ['apt-get'] }), 0],
  ['root without apt-get', machine({ isRoot: true }), 0],
  ['root whose network is away', machine({ programs: ['apt-get'], isRoot: true, installs: false }), 1],
] as const)('%s is told what to do', async ([, { outcome, ran, said }, commands]) => {
  expect(await outcome()).toEqual({ passed: 0, failed: 2 })
  expect(ran).toHaveLength(commands)
  expect(said.slice(-2)).toEqual([
    'There is no rabbitmq-server here. Install it (Debian: apt-get install rabbitmq-server), or start Docker, or set AMQP_URL to one that runs.',
    'There is no chromium-headless-shell here. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_BINARY to a Chromium or Chrome.',
  ])
})

test('the browser with a window does where the one without cannot be installed', async () => {
  const { outcome, ran } = machine({ programs: ['apt-get', 'rabbitmq-server', 'chromium'], isRoot: true, installs: false })
  expect(await outcome()).toEqual({ passed: 2, failed: 0 })
  expect(ran).toHaveLength(1)
})
