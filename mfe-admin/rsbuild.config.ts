import { defineApp } from '@reelfair/web-kit/build'
import { pageStarts } from './src/page-starts.ts'

export default defineApp({ name: 'mfe-admin', port: 4703, title: 'Reelfair', pages: pageStarts })
