import '@reelfair/ui/styles.css'
import './shell.css'
import { applyTheme } from '@reelfair/ui'
import { BrowserRouter, WebKitProvider } from '@reelfair/web-kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

// Before the first render, so that no page flashes in the other theme.
applyTheme()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <WebKitProvider>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </WebKitProvider>
  </StrictMode>,
)
