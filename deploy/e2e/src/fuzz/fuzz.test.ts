/** Ten generated requests for each operation and role. `FUZZ_SEED` repeats a run of the long form. */
import { fuzz } from './fuzz.ts'

await fuzz(10, Number(process.env.FUZZ_SEED ?? 12))
