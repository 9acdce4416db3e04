import './remote.css'
import './public-campaigns.css'
import './sign-ups.css'

/** Entry point for the shell: receives `RemoteProps` and renders the pages. */
export { CreatorRoutes as default, fetchPage } from './routes.tsx'
