import type { EdgeHandles } from '@reelfair/service-kit'
import { readText } from './serve-file.ts'

const READ_WITHIN_MS = 10_000

/**
 * Reads an app's text files from its folder or its own web server, on each request, so that apps can be deployed
 * without a restart.
 * @returns a function that returns undefined if the file or the server is missing
 */
export function createTextReader(
  source: string,
  log: EdgeHandles<unknown>['log'],
  withinMs = READ_WITHIN_MS,
): (path: string) => Promise<string | undefined> {
  if (!source.includes('://')) return (path) => readText(source, path)
  return async (path) => {
    try {
      const answer = await fetch(`${source.replace(/\/$/, '')}/${path}`, {
        headers: { accept: 'text/html' },
        redirect: 'error',
        signal: AbortSignal.timeout(withinMs),
      })
      const text = await answer.text()
      return answer.ok ? text : undefined
    } catch (error) {
      log.warn({ error, path }, 'app file request failed')
      return undefined
    }
  }
}
