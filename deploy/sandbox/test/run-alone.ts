/** Runs a sandbox that a test can kill. The first output line contains the URL and the secret key. */
import { flushCompileCache } from 'node:module'
import { startSandbox } from '../src/index.ts'

const sandbox = await startSandbox({ dataDir: process.argv[2] ?? '' })
// A killed process does not store its compiled code.
flushCompileCache()
process.stdout.write(`${JSON.stringify({ url: sandbox.url, secretKey: sandbox.stripe.secretKey })}\n`)
