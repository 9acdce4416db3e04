/** Every other page in both languages and all looks, behind the walks. */
import { moneySuite } from './suites.ts'

await moneySuite('all')
