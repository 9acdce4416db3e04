import './remote.css'

/** Entry point that the shell loads. */
export { BrandRoutes as default, fetchPage } from './routes.tsx'
