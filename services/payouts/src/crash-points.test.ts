import { crashScenes } from './testing/crash-scenes.ts'

await crashScenes('at the worst')
