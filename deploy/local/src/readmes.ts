import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeService } from '@reelfair/service-kit'
import { workspaceRoot } from './folders.ts'
import { growthTable } from './growth.ts'
import { gateway, services } from './services.ts'

const BEGIN = '<!-- generated: npm run docs -->'
const END = '<!-- /generated -->'

/** If a README has no markers, appends the tables. */
export function readmesOf(): { name: string; file: string; is: string; wanted: string }[] {
  return [...services, gateway].map((definition) => {
    const file = join(workspaceRoot, 'services', definition.name, 'README.md')
    const is = readFileSync(file, 'utf8')
    const generated = [BEGIN, describeService(definition).tables, growthTable(definition), END].filter(Boolean).join('\n\n')
    const [before = '', after] = is.split(BEGIN)
    const rest = after?.slice(after.indexOf(END) + END.length) ?? '\n'
    return { name: definition.name, file, is, wanted: `${after === undefined ? `${is.trimEnd()}\n\n` : before}${generated}${rest}` }
  })
}
