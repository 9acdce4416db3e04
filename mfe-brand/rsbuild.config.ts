import { defineApp } from '@reelfair/web-kit/build'
import { pageStarts } from './src/page-starts.ts'

export default defineApp({ name: 'mfe-brand', port: 4702, title: 'Reelfair', pages: pageStarts })
