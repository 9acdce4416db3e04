import './remote.css'
import './collab.css'
import './public-campaigns.css'
import './sign-ups.css'
import './partnerships.css'

export { CreatorRoutes as default, fetchPage } from './routes.tsx'
