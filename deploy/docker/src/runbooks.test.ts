import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { allCommands } from '@reelfair/service-kit'
import { expect, test } from 'vitest'
import { readCompose } from './compose.ts'
import { definitions, deployFolder, workspaceRoot } from './deployment.ts'
import { makeSecrets, outsideExample } from './secrets.ts'

const folder = join(deployFolder, 'runbooks')
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const readmes = ['README.md', 'docker/README.md'].map((name) => ({ name, text: readFileSync(join(deployFolder, name), 'utf8') }))
const { services } = readCompose(join(deployFolder, 'compose.yaml'), { ...makeSecrets(), ...outsideExample })

test.for([...pages, ...readmes])('$name refers only to existing commands in the right services', ({ text }) => {
  for (const [, service, command] of text.matchAll(/(?:exec|deploy\/)(?: -T)? ?([\w-]+)(?: --)? node \/app\/command\.ts ([\w-]+)/g)) {
    const definition = definitions.find(({ name }) => name === service)
    expect(definition && allCommands(definition).map(({ name }) => name), `${service} ${command}`).toContain(command)
  }
  for (const [, container] of text.matchAll(/\$compose exec (?:-T )?([\w-]+)/g)) expect(Object.keys(services)).toContain(container)
})

test.for([...pages, ...readmes])('$name links only to existing files', ({ text }) => {
  for (const [, page] of text.matchAll(/\]\(([\w-]+\.md)\)/g)) expect(existsSync(resolve(folder, page!)), page).toBe(true)
  for (const [path] of text.matchAll(/\b(?:deploy|libs)\/[\w./-]+\w/g))
    if (!definitions.some(({ name }) => path === `deploy/${name}`)) expect(existsSync(join(workspaceRoot, path)), path).toBe(true)
})

test('the runbook for missed days lists every job and the hour at which it runs', () => {
  const { text } = pages.find(({ name }) => name === 'catch-up-a-missed-day.md')!
  const jobs = definitions.flatMap(({ name, jobs = [] }) => jobs.map((job) => `| ${name} | \`${job.name}\` | ${job.at} |`))
  expect(jobs.length).toBeGreaterThan(0)
  expect([...text.replaceAll(/ +\|/g, ' |').matchAll(/^\| \w+ \| `.*$/gm)].map(([row]) => row).sort()).toEqual(jobs.sort())
})

test('quotes log messages exactly as the code logs them', () => {
  const sources = globSync('{libs/service-kit,services/*}/src/**/!(*.test).ts', { cwd: workspaceRoot }).map((file) =>
    readFileSync(join(workspaceRoot, file), 'utf8'),
  )
  const quoted = pages.flatMap(({ text }) => [...text.matchAll(/`([a-z]+(?:[;,]? [a-z]+){2,})`/g)].map(([, words]) => words!))
  expect(quoted.length).toBeGreaterThan(8)
  for (const words of quoted)
    expect(
      sources.some((source) => source.includes(words)),
      words,
    ).toBe(true)
})
