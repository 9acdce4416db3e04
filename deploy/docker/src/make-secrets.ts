/**
 * Prints all secrets for a new deployment, in a format that compose (`--env-file`) and `kubectl create secret` accept:
 * `node deploy/docker/src/make-secrets.ts`
 */
import { makeSecrets } from './secrets.ts'

const lines = Object.entries(makeSecrets()).map(([key, value]) => `${key}=${value}\n`)
process.stdout.write(lines.join(''))
