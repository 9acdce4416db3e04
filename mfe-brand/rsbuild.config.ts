import { defineApp } from '@reelfair/web-kit/build'

export default defineApp({ name: 'mfe-brand', port: 4702, title: 'Reelfair' })
