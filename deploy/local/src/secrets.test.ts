import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets, secretsFor } from './secrets.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelfair-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('generates secrets once', () => {
  const folder = newFolder()
  expect(loadSecrets(folder)).toEqual(loadSecrets(folder))
})

test('adds the access key to an older file and keeps everything else', () => {
  const folder = newFolder()
  const { accessKey: _, ...older } = loadSecrets(folder)
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(older))
  const secrets = loadSecrets(folder)
  expect(secrets).toMatchObject(older)
  expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')).accessKey).toBe(secrets.accessKey)
  expect(loadSecrets(folder)).toEqual(secrets)
})

test('gives each service only its own secrets', () => {
  const secrets = loadSecrets(newFolder())
  const given = ['identity', 'verification', 'metrics', 'payouts', 'gateway'].map((name) => Object.keys(secretsFor(secrets, name)))
  expect(given).toEqual([['SESSION_PRIVATE_KEY'], ['ACCESS_KEY'], ['ACCESS_KEY'], [], []])
})

test('rejects a damaged file', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'secrets.json'), '{}')
  expect(() => loadSecrets(folder)).toThrow('is damaged')
})
