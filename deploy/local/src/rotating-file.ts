/** Log files rotate by size and count, so that logs cannot fill the disk. */
import { closeSync, fchmodSync, fstatSync, openSync, renameSync, write } from 'node:fs'
import { Writable } from 'node:stream'
import { PRIVATE_FILE } from './private-files.ts'

export interface Rotation {
  /** A file rotates before it exceeds this size. A single write is never split. */
  readonly bytes: number
  /** Maximum number of files, including the current file. */
  readonly files: number
}

const ROTATION: Rotation = { bytes: 10_000_000, files: 5 }

/**
 * Appends to `file`, which rotates to `file.1`, `file.2` and so on. Text that arrives during a write is added to the
 * next write.
 */
export function rotatingFile(file: string, { bytes: maxBytes, files }: Rotation = ROTATION): Writable {
  let fd = open()
  let size = fstatSync(fd).size

  function open(): number {
    const opened = openSync(file, 'a', PRIVATE_FILE)
    fchmodSync(opened, PRIVATE_FILE)
    return opened
  }
  function rotate(): void {
    closeSync(fd)
    for (let number = files - 1; number > 0; number -= 1) {
      try {
        renameSync(number === 1 ? file : `${file}.${number - 1}`, `${file}.${number}`)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
    fd = open()
    size = fstatSync(fd).size
  }
  function append(bytes: Buffer, done: (error?: Error | null) => void): void {
    if (size > 0 && size + bytes.length > maxBytes) rotate()
    size += bytes.length
    write(fd, bytes, done)
  }
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => append(chunk, done),
    writev: (chunks, done) => append(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
    destroy: (error, done) => {
      closeSync(fd)
      done(error)
    },
  })
}
