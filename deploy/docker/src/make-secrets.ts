/**
 * Prints all secrets for a new deployment, for compose (`--env-file`) and for `kubectl create secret`: `node
 * deploy/docker/src/make-secrets.ts`
 */
import { makeSecrets } from './secrets.ts'

const lines = Object.entries(makeSecrets()).map(([key, value]) => `${key}=${value}\n`)
process.stdout.write(lines.join(''))
