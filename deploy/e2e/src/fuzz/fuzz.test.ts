/** `npm run soak` sends fifty times as many requests; set `FUZZ_SEED` to repeat them. */
import { fuzz } from './fuzz.ts'

await fuzz(4, Number(process.env.FUZZ_SEED ?? 12))
