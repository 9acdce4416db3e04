import { Readable } from 'node:stream'
import { type DataExportDownload, SERVICES } from '@reelfair/contracts'
import { type Answer, type Context, found, type Scope } from '@reelfair/service-kit'
import { bytesOf, type Export, headOf, isDownloadable, nameOf, TAIL } from '../domain/data-export.ts'
import type { Ports } from '../ports.ts'
import { exportById, textsOf } from '../store/data-exports.ts'
import { proveBothSteps } from './prove-both-steps.ts'
import { recordSecurity } from './record-security.ts'

/**
 * Streams the user's own export. Asks for the same proof as a sensitive change, because a stolen session must not be
 * enough to read everything about the user.
 */
export const downloadDataExport = ({ exportId, ...proof }: DataExportDownload, ctx: Context<'user', Ports>) =>
  proveBothSteps(proof, ctx, async (tx, user) => {
    const one = await exportById(tx, exportId)
    const own = found(one?.userId === user.id && isDownloadable(one, ctx.now()) ? one : undefined)
    await recordSecurity(tx, user.id, 'data-export-downloaded', ctx)
    return { own, open: () => Readable.from(pieces(ctx, own), { objectMode: false }) }
  })

export const sendDataExport = ({ own, open }: { own: Export; open: () => Readable }): Answer => ({
  body: undefined,
  file: { bytes: bytesOf(own), open },
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="reelfair-data-${own.requestedAt.toISOString().slice(0, 10)}.json"`,
    'X-Content-Type-Options': 'nosniff',
  },
})

/** Reads only a few parts at a time, because the file may be much larger than memory allows. */
async function* pieces(scope: Scope, one: Export): AsyncGenerator<string> {
  yield headOf(one)
  for (const service of SERVICES) {
    yield nameOf(service)
    yield* textsOf(scope, one.id, service)
  }
  yield TAIL
}
