import { hostileClients } from './hostile-clients.ts'

hostileClients('short')
