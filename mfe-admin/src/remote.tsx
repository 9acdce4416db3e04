import './remote.css'

/** Entry point for the shell: receives `RemoteProps` and renders the pages. */
export { AdminRoutes as default, fetchPage } from './routes.tsx'
