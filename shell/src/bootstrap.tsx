import '@reelfair/ui/styles.css'
import './shell.css'
import { applyTheme } from '@reelfair/ui'
import { BrowserRouter, takeFirstReads, WebKitProvider } from '@reelfair/web-kit'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { fonts } from './fonts.ts'
import { beginRemote } from './remotes/remote-app.tsx'

// Before the first render, so that no page flashes in the other theme.
applyTheme()

/** From then on the frame and a skeleton are better than the document's own words. */
const LONGEST_WAIT_MS = 1_500

// Drawn once, with all that was fetched ahead, a page is there sooner than by way of its skeleton. It is drawn unseen while its fonts come; where the address
// names a part that takes the focus, it waits for them: what is unseen takes none.
const isThere = Promise.all([takeFirstReads(), beginRemote(), location.hash && fonts])
const isLate = new Promise((done) => setTimeout(done, LONGEST_WAIT_MS))

/** Takes away the document's own words, behind which the page is drawn (frame.css). */
function Curtain() {
  useLayoutEffect(() => void fonts.then(() => document.getElementById('start')?.remove()), [])
  return null
}

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
      <Curtain />
    </StrictMode>,
  )
})
