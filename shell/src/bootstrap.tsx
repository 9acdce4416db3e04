import '@reelfair/ui/styles.css'
import './shell.css'
import { applyTheme } from '@reelfair/ui'
import { BrowserRouter, takeFirstReads, WebKitProvider } from '@reelfair/web-kit'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { fonts } from './fonts.ts'
import { beginRemote } from './remotes/remote-app.tsx'

// Before the first render, so that no page flashes in the other theme.
applyTheme()

/** From then on the frame and a skeleton are better than the document's own words. */
const LONGEST_WAIT_MS = 1_500

// Drawn once, with all that was fetched ahead, a page is there sooner than by way of its skeleton.
const isThere = Promise.all([takeFirstReads(fonts), beginRemote()])
const isLate = new Promise((done) => setTimeout(done, LONGEST_WAIT_MS))

void Promise.race([isThere, isLate]).then(() => {
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
})
