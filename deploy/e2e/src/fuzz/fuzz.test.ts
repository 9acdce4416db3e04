/** Set `FUZZ_SEED` to repeat the requests from a soak run. */
import { fuzz } from './fuzz.ts'

await fuzz(10, Number(process.env.FUZZ_SEED ?? 12))
