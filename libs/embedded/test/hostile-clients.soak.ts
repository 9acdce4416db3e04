import { hostileClients } from './hostile-clients.ts'

hostileClients('all')
