import { defineApp } from '@reelfair/web-kit/build'

export default defineApp({ name: 'mfe-creator', port: 4701, title: 'Reelfair' })
