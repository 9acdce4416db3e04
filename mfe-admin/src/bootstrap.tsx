import { runStandalone } from '@reelfair/web-kit/alone'
import Remote from './remote.tsx'

runStandalone({ role: 'admin', start: '/admin', Remote })
