/** `npm run docs`: generates the tables in each service's README, and its OpenAPI and AsyncAPI documents. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeService } from '@reelfair/service-kit'
import { defaultFolder } from './folders.ts'
import { readmesOf } from './readmes.ts'
import { gateway, services } from './services.ts'

for (const { file, wanted } of readmesOf()) writeFileSync(file, wanted)

const folder = join(defaultFolder, 'docs')
mkdirSync(folder, { recursive: true })
for (const definition of [...services, gateway]) {
  const { openapi, asyncapi } = describeService(definition)
  writeFileSync(join(folder, `${definition.name}.openapi.json`), `${JSON.stringify(openapi, null, 2)}\n`)
  writeFileSync(join(folder, `${definition.name}.asyncapi.json`), `${JSON.stringify(asyncapi, null, 2)}\n`)
}
process.stdout.write(`Updated the tables in services/*/README.md; wrote the OpenAPI and AsyncAPI documents to ${folder}\n`)
