import type { z } from 'zod'

export interface Line<Data> {
  readonly data: Data
  /** The line as read, for passing it on. */
  readonly text: string
}

/**
 * Reads the lines of JSON that an earlier command of a pipe has printed.
 * @param from names that command in errors
 * @param isEnd recognises a line that the command prints last
 * @throws Error for an unexpected line, or if no line is the last because the command was interrupted
 * @example for await (const { data } of readLines(input, Line, { from: 'recount (metrics)', isEnd: (line) => 'recounted' in line })) …
 */
export async function* readLines<Data>(
  input: AsyncIterable<string>,
  schema: z.ZodType<Data>,
  { from, isEnd }: { readonly from: string; readonly isEnd: (data: Data) => boolean },
): AsyncGenerator<Line<Data>> {
  let isComplete = false
  for await (const text of input) {
    if (text.trim() === '') continue
    const read = schema.safeParse(JSON.parse(text))
    if (!read.success) throw new Error(`unexpected line from ${from}: ${text.slice(0, 200)}`)
    isComplete ||= isEnd(read.data)
    yield { data: read.data, text }
  }
  if (!isComplete) throw new Error(`The input ends too early: this command needs the complete output of ${from}.`)
}
