import { runAlone } from '@reelfair/web-kit/alone'
import Remote from './remote.tsx'

runAlone({ role: 'creator', start: '/dashboard', Remote })
