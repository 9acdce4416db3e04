import '@reelfair/ui/styles.css'
import './shell.css'
import { applyTheme } from '@reelfair/ui'
import { BrowserRouter, takeFirstReads, WebKitProvider } from '@reelfair/web-kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { beginRemote } from './remotes/load-remote.ts'

// Before the first render, so that no page flashes in the other theme.
applyTheme()
// The fonts of every first screen, fetched while the page is being drawn: earlier they would hold up the scripts, and later be missed.
takeFirstReads(Promise.all(['Instrument Sans', 'Fraunces'].map((family) => document.fonts.load(`1em "${family}"`))))

beginRemote()

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
