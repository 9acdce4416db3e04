/** The landing page's only script. The page is complete without it. */
import '@reelfair/ui/static.css'
import './landing.css'
import './landing-parts.css'
import './landing-narrow.css'
import { fetchAhead } from './script/ahead.ts'
import { rememberLanguage, switchTheme } from './script/choices.ts'
import { drawLeaders } from './script/leaders.ts'
import { enableReceipt } from './script/receipt.ts'
import { markScrolled } from './script/scrolled.ts'

rememberLanguage()
switchTheme()
markScrolled()
fetchAhead()
drawLeaders()
enableReceipt()
