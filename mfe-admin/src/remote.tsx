import './remote.css'

/** Entry point that the shell loads. */
export { AdminRoutes as default, fetchPage } from './routes.tsx'
