import './remote.css'

/** The one module that the shell loads: from RemoteProps to the pages. */
export { CreatorRoutes as default, fetchPage } from './routes.tsx'
