// In a task of its own: what the scripts have asked for before is sent off first.
setTimeout(() => void import(/* webpackMode: "eager" */ './bootstrap.tsx'))
