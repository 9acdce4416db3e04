import { USUAL } from './every-page.ts'
import { browserSuite } from './suite.ts'

await browserSuite(USUAL)
