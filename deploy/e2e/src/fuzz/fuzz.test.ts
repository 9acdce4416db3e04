/** `npm run soak` sends a hundred times as many requests; set `FUZZ_SEED` to repeat them. */
import { fuzz } from './fuzz.ts'

await fuzz(2, Number(process.env.FUZZ_SEED ?? 12))
