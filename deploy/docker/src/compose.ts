/** Reads compose.yaml as Docker Compose does, but supports only the features that the file uses. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

interface Container {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly args: Readonly<Record<string, string>> }
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: object
  readonly restart: string
  readonly networks: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly ports?: readonly string[]
  readonly read_only?: boolean
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> }
  readonly cap_drop?: readonly string[]
}

export interface Compose {
  readonly services: Readonly<Record<string, Container>>
  readonly networks: Readonly<Record<string, object>>
  readonly volumes: Readonly<Record<string, object>>
}

/**
 * @param env values for `${…}`
 * @throws Error with the message from `${NAME:?message}` if NAME is not set, as compose does
 * @example readCompose('deploy/compose.yaml', secrets).services.gateway
 */
export function readCompose(file: string, env: Readonly<Record<string, string>>): Compose {
  // `$$` represents a dollar sign.
  const replace = (text: string) =>
    text.replaceAll(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (all, name?: string, kind?: string, rest?: string) => {
      if (name === undefined) return '$'
      if (env[name]) return env[name]
      if (kind === '-') return rest ?? ''
      throw new Error(`${name} is not given${kind === '?' ? `: ${rest}` : ` for ${all}`}`)
    })
  const parsed: unknown = parse(readFileSync(file, 'utf8'), { merge: true })
  // Variables are replaced after parsing, as in compose, so that values are never parsed as YAML.
  return JSON.parse(JSON.stringify(parsed), (_, value: unknown) => (typeof value === 'string' ? replace(value) : value))
}
