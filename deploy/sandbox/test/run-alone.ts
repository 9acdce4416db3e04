/** Runs a sandbox that a test can kill. The first output line contains the URL and the secret key. */
import { startSandbox } from '../src/index.ts'

const sandbox = await startSandbox({ dataDir: process.argv[2] ?? '' })
process.stdout.write(`${JSON.stringify({ url: sandbox.url, secretKey: sandbox.stripe.secretKey })}\n`)
