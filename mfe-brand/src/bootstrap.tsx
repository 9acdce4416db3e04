import { runAlone } from '@reelfair/web-kit/alone'
import Remote from './remote.tsx'

runAlone({ role: 'brand', start: '/brand-dashboard', Remote })
