// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchFile } from './client.ts'

const PATH = '/identity/data-exports/:exportId/file'
const fetchOne = () => fetchFile(PATH, { exportId: 'e 1', password: 'correct horse' })
let answer: (url: string, options: RequestInit) => Promise<Response>

beforeEach(() => void vi.stubGlobal('fetch', (url: string, options: RequestInit) => answer(url, options)))
afterEach(() => void vi.unstubAllGlobals())

test('posts the input as JSON and returns the file with the name that the service gave it', async () => {
  const sent: unknown[] = []
  answer = async (url, { method, body }) => {
    sent.push(url, method, body)
    return new Response('{"é":1}', { headers: { 'content-disposition': 'attachment; filename="data-2026-11-21.json"' } })
  }
  const file = await fetchOne()
  expect([file.name, await file.text()]).toEqual(['data-2026-11-21.json', '{"é":1}'])
  expect(sent).toEqual(['/api/identity/data-exports/e%201/file', 'POST', '{"password":"correct horse"}'])
})

test('throws the coded error of a refusal', async () => {
  const problem = { code: 'wrong_password', detail: 'Incorrect password.' }
  answer = async () => Response.json(problem, { status: 403, headers: { 'content-type': 'application/problem+json' } })
  await expect(fetchOne()).rejects.toMatchObject({ code: 'wrong_password', status: 403 })
})

test('reports a connection that breaks within the file', async () => {
  const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) })
  answer = async () => new Response(broken)
  await expect(fetchOne()).rejects.toMatchObject({ code: 'network_lost' })
})
