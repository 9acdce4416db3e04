// @vitest-environment jsdom
import * as streams from 'node:stream/web'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchFile } from './client.ts'

// The page's context lacks the Streams API.
Object.assign(globalThis, { ReadableStream: streams.ReadableStream, TransformStream: streams.TransformStream })

const PATH = '/identity/data-exports/:exportId/file'
const fetchOne = () => fetchFile(PATH, { exportId: 'e 1', password: 'correct horse' })
let answer: (url: string, options: RequestInit) => Promise<Response>

beforeEach(() => void vi.stubGlobal('fetch', (url: string, options: RequestInit) => answer(url, options)))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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

test('throws an error with the code of the refusal', async () => {
  const problem = { code: 'wrong_password', detail: 'Incorrect password.' }
  answer = async () => Response.json(problem, { status: 403, headers: { 'content-type': 'application/problem+json' } })
  await expect(fetchOne()).rejects.toMatchObject({ code: 'wrong_password', status: 403 })
})

test('reports a connection lost in the middle of the file', async () => {
  const broken = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) })
  answer = async () => new Response(broken)
  await expect(fetchOne()).rejects.toMatchObject({ code: 'network_lost' })
})

describe('time limits', () => {
  beforeEach(() => void vi.useFakeTimers())

  /** A file whose parts arrive when the test sends them. */
  function slowFile() {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    answer = async (_, { signal }) => {
      signal?.addEventListener('abort', () => void writer.abort(signal.reason))
      return new Response(readable)
    }
    return writer
  }

  test('waits 15 s for the response to begin', async () => {
    answer = (_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const failure = expect(fetchOne()).rejects.toMatchObject({ code: 'timed_out' })
    await vi.advanceTimersByTimeAsync(14_900)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(200)
    await failure
  })

  test('waits for a large file as long as parts keep arriving', async () => {
    const writer = slowFile()
    const file = fetchOne()
    for (let part = 0; part < 30; part += 1) {
      await writer.write(new TextEncoder().encode('x'))
      await vi.advanceTimersByTimeAsync(30_000)
    }
    await writer.close()
    expect((await file).size).toBe(30)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('stops waiting when parts stop arriving', async () => {
    const writer = slowFile()
    const failure = expect(fetchOne()).rejects.toMatchObject({ code: 'timed_out' })
    await writer.write(new TextEncoder().encode('x'))
    await vi.advanceTimersByTimeAsync(35_100)
    await failure
  })
})
