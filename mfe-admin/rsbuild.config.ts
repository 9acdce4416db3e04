import { defineApp } from '@reelfair/web-kit/build'

export default defineApp({ name: 'mfe-admin', port: 4703, title: 'Reelfair' })
