import { expect, test } from 'vitest'
import { engines, type Machine } from './engines-step.ts'

function machine(given: Partial<Machine> & { programs?: string[]; installs?: boolean }) {
  const { programs = [], installs = true, ...rest } = given
  const ran: string[] = []
  const printed: string[] = []
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
  return { ran, printed, outcome: () => engines((line) => printed.push(line), made) }
}

test('installs nothing if both programs or substitutes are available', async () => {
  const installed = machine({ programs: ['rabbitmq-server', 'chromium-headless-shell'], isRoot: true })
  const named = machine({ env: { AMQP_URL: 'amqp://bus', CHROMIUM_BINARY: '/opt/chrome' } })
  for (const { outcome, ran } of [installed, named]) {
    expect(await outcome()).toEqual({ passed: 2, failed: 0 })
    expect(ran).toEqual([])
  }
})

test('installs only the missing program as root on Debian', async () => {
  const { outcome, ran } = machine({ programs: ['apt-get', 'chromium-headless-shell'], isRoot: true })
  expect(await outcome()).toEqual({ passed: 2, failed: 0 })
  expect(ran.at(-1)).toMatch(/^apt-get install .* rabbitmq-server$/)
})

test.for([
  ['a user other than root', machine({ programs: ['apt-get'] }), 0],
  ['root without apt-get', machine({ isRoot: true }), 0],
  ['root without a network', machine({ programs: ['apt-get'], isRoot: true, installs: false }), 1],
] as const)('prints instructions for %s', async ([, { outcome, ran, printed }, commands]) => {
  expect(await outcome()).toEqual({ passed: 0, failed: 2 })
  expect(ran).toHaveLength(commands)
  expect(printed.slice(-2)).toEqual([
    'rabbitmq-server is not installed. Install it (Debian: apt-get install rabbitmq-server), start Docker, or set AMQP_URL to a running broker.',
    'chromium-headless-shell is not installed. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_BINARY to a Chromium or Chrome executable.',
  ])
})

test('accepts the full Chromium if the headless shell cannot be installed', async () => {
  const { outcome, ran } = machine({ programs: ['apt-get', 'rabbitmq-server', 'chromium'], isRoot: true, installs: false })
  expect(await outcome()).toEqual({ passed: 2, failed: 0 })
  expect(ran).toHaveLength(1)
})
