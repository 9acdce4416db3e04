import '@reelfair/ui/styles.css'
import './shell.css'
import { applyTheme } from '@reelfair/ui'
import { BrowserRouter, loadCurrentMessages, startFirstReads, WebKitProvider } from '@reelfair/web-kit'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { fonts } from './fonts.ts'
import { preloadRemote } from './remotes/remote-app.tsx'
import { fetchPage } from './routes.tsx'

// Applies the theme before the first render, so that pages never flash in the wrong theme.
applyTheme()

/** After this wait, the frame and a skeleton replace the loading text. */
const MAX_WAIT_MS = 1_500

// Rendering once, with all preloaded data, is faster than rendering a skeleton first. The page stays hidden until its
// fonts load. If a module fails to load, the module's route retries.
const ownPage = fetchPage(location.pathname).catch(() => undefined)
const isThere = Promise.all([startFirstReads(), preloadRemote(), ownPage, location.hash && fonts])
const isLate = new Promise((done) => setTimeout(done, MAX_WAIT_MS))

// The frame needs the shell's messages. The page preloads them with the scripts.
const messages = loadCurrentMessages()

const revealPage = () => document.getElementById('start')?.remove()

/** Reveals the page by removing the loading text (frame.css). */
function Reveal() {
  useLayoutEffect(() => {
    // Hidden elements cannot receive focus, so a URL with a hash reveals the page before its effects run.
    if (location.hash) revealPage()
    else void fonts.then(revealPage)
  }, [])
  return null
}

void Promise.all([messages, Promise.race([isThere, isLate])]).then(() => {
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
