import '@reelfair/ui/styles.css'
import './shell.css'
import { applyTheme } from '@reelfair/ui'
import { BrowserRouter, takeFirstReads, WebKitProvider } from '@reelfair/web-kit'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { fonts } from './fonts.ts'
import { beginRemote } from './remotes/remote-app.tsx'
import { fetchPage } from './routes.tsx'

// Before the first render, so that no page flashes in the other theme.
applyTheme()

/** From then on the frame and a skeleton are better than the document's own words. */
const LONGEST_WAIT_MS = 1_500

// Rendering once, with all prefetched data, is faster than rendering a skeleton first. The page renders hidden until
// its fonts load. An address with a hash waits for them (see Reveal). If a module fails, its route asks again.
const ownPage = fetchPage(location.pathname).catch(() => undefined)
const isThere = Promise.all([takeFirstReads(), beginRemote(), ownPage, location.hash && fonts])
const isLate = new Promise((done) => setTimeout(done, LONGEST_WAIT_MS))

const revealPage = () => document.getElementById('start')?.remove()

/** Removes the loading text, which reveals the page (frame.css). */
function Reveal() {
  useLayoutEffect(() => {
    // Hidden elements cannot take focus, so reveal before the page's effects run. With a hash, fonts have settled.
    if (location.hash) revealPage()
    else void fonts.then(revealPage)
  }, [])
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
      <Reveal />
    </StrictMode>,
  )
})
