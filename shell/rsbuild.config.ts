import { defineApp, pluginStaticPages } from '@reelfair/web-kit/build'

export default defineApp({
  name: 'shell',
  port: 4700,
  title: 'Reelfair',
  plugins: [
    pluginStaticPages({
      render: './src/landing/render.tsx',
      script: './src/landing/main.ts',
      ahead: ['./pages/signup/signup-page.tsx'],
    }),
  ],
})
