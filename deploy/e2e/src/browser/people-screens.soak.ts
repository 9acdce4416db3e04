import { peopleSuite } from './suites.ts'

await peopleSuite()
