import { announce } from './announce.ts'
import { serviceNamed } from './payouts.ts'
import { serveAlone } from './serve-alone.ts'

announce(await serveAlone(serviceNamed('verification')))
