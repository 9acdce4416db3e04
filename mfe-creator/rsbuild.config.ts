import { defineApp } from '@reelfair/web-kit/build'
import { pageStarts } from './src/page-starts.ts'

export default defineApp({ name: 'mfe-creator', port: 4701, title: 'Reelfair', pages: pageStarts })
