import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSessionKeys } from '@reelfair/service-kit'
import { z } from 'zod'
import { PRIVATE_FILE, privateFolder } from './private-files.ts'
import { UserError } from './user-error.ts'

const newSecret = () => randomBytes(32).toString('base64url')

const Secrets = z.object({
  sessionPrivateKey: z.string(),
  sessionPublicKey: z.string(),
  gatewaySecret: z.string(),
  // Missing in older files.
  accessKey: z.string().default(newSecret),
  demoPassword: z.string(),
})
export type Secrets = z.infer<typeof Secrets>

/** Returns the secrets that one service receives in addition to those of all services. */
export const secretsFor = ({ sessionPrivateKey, accessKey }: Secrets, service: string): Record<string, string> => {
  if (service === 'identity') return { SESSION_PRIVATE_KEY: sessionPrivateKey }
  return ['verification', 'metrics'].includes(service) ? { ACCESS_KEY: accessKey } : {}
}

export function loadSecrets(folder: string): Secrets {
  const file = join(folder, 'secrets.json')
  if (existsSync(file)) {
    try {
      const kept = JSON.parse(readFileSync(file, 'utf8'))
      const secrets = Secrets.parse(kept)
      return kept.accessKey === undefined ? keep(file, secrets) : secrets
    } catch {
      throw new UserError(`${file} is damaged. Delete it to generate new keys; all users must then sign in again.`)
    }
  }
  const { privateKey, publicKey } = makeSessionKeys()
  const secrets: Secrets = {
    sessionPrivateKey: privateKey,
    sessionPublicKey: publicKey,
    gatewaySecret: newSecret(),
    accessKey: newSecret(),
    demoPassword: `views-${randomBytes(6).toString('base64url')}`,
  }
  privateFolder(folder)
  return keep(file, secrets)
}

function keep(file: string, secrets: Secrets): Secrets {
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: PRIVATE_FILE })
  return secrets
}
