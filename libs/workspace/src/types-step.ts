/** Checks all packages of a kind in one program, so that TypeScript reads shared sources once. */
import { command, type Outcome, type Print } from './run-steps.ts'

/** Relative to the root. The Nx target `types` checks a single package instead. */
export const TYPE_PROGRAMS = ['libs/workspace/tsconfig.node.json', 'libs/workspace/tsconfig.web.json', 'deploy/e2e/tsconfig.json'] as const

/** Checks everything in a fresh clone, and only the changes after that. */
export async function types(print: Print): Promise<Outcome> {
  let failed = 0
  for (const program of TYPE_PROGRAMS) {
    const known = `.nx/types/${program.replaceAll('/', '-')}.tsbuildinfo`
    const outcome = await command('tsc', '-p', program, '--incremental', '--tsBuildInfoFile', known)(print)
    failed += outcome.failed
  }
  return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, note: `${TYPE_PROGRAMS.length} programs` }
}
