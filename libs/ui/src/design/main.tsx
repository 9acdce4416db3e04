import '../styles.css'
import { createRoot } from 'react-dom/client'
import { Design } from './design.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<Design />)
