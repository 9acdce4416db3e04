import { Readable } from 'node:stream'
import { type DataExportPath, SERVICES } from '@reelfair/contracts'
import { type Answer, type Context, found, type Scope, type StreamedFile } from '@reelfair/service-kit'
import { bytesOf, type Export, headOf, isDownloadable, nameOf, TAIL } from '../domain/data-export.ts'
import { exportById, textsOf } from '../store/data-exports.ts'

/** Streams the user's own export. */
export async function readDataExport({ exportId }: DataExportPath, ctx: Context<'user'>) {
  const one = await exportById(ctx, exportId)
  const own = found(one?.userId === ctx.actor.id && isDownloadable(one, ctx.now()) ? one : undefined)
  const open: StreamedFile['open'] = (part) => Readable.from(cut(pieces(ctx, own), part), { objectMode: false })
  return { own, open }
}

export const sendDataExport = ({ own, open }: { own: Export; open: StreamedFile['open'] }): Answer => ({
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

async function* cut(texts: AsyncIterable<string>, part?: { readonly start: number; readonly end: number }): AsyncGenerator<Buffer> {
  let at = 0
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    const piece = part ? bytes.subarray(Math.max(0, part.start - at), Math.max(0, part.end + 1 - at)) : bytes
    at += bytes.length
    if (piece.length > 0) yield piece
    if (part && at > part.end) return
  }
}
