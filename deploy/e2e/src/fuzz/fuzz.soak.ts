import { fuzz } from './fuzz.ts'

await fuzz(200, Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1e6)))
