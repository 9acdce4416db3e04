/** 200 generated requests for each operation and role, others in each run. */
import { fuzz } from './fuzz.ts'

await fuzz(200, Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1e6)))
