// Starts the app in a separate task, so that early.js can request the fonts before the modules block the main thread.
setTimeout(() => void import(/* webpackMode: "eager" */ './bootstrap.tsx'))
