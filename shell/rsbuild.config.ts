import { defineApp } from '@reelfair/web-kit/build'

export default defineApp({ name: 'shell', port: 4700, title: 'Reelfair' })
