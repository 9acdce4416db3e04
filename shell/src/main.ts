import './fonts.ts'

// In a task of its own: the browser sends off what the first one asked for before it is busy with the second one.
setTimeout(() => void import(/* webpackMode: "eager" */ './bootstrap.tsx'))
