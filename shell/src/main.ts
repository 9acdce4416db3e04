// In its own task, so that early.js can request the fonts before the modules keep the processor busy.
setTimeout(() => void import(/* webpackMode: "eager" */ './bootstrap.tsx'))
