/** A sandbox in a process of its own, to be killed. Says on its first line where it is and its key. */
import { startSandbox } from '../src/index.ts'

const sandbox = await startSandbox({ dataDir: process.argv[2] ?? '' })
process.stdout.write(`${JSON.stringify({ url: sandbox.url, secretKey: sandbox.stripe.secretKey })}\n`)
