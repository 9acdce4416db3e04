/** Sends 200 generated requests per operation and role, with different requests in each run. */
import { fuzz } from './fuzz.ts'

await fuzz(200, Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1e6)))
