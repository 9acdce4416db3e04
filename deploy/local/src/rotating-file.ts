/** A log that does not fill the disk: at a size it is put aside under a number, and the oldest of those goes. */
import { closeSync, fchmodSync, fstatSync, openSync, renameSync, write } from 'node:fs'
import { Writable } from 'node:stream'
import { PRIVATE_FILE } from './private-files.ts'

export interface Rotation {
  /** A file is put aside before it grows beyond this; one write is never split. */
  readonly bytes: number
  /** So many in all, the one that is written to included. */
  readonly files: number
}

const ROTATION: Rotation = { bytes: 10_000_000, files: 5 }

/** Appends to `file`; put aside it is `file.1`, then `file.2` …; what comes while a write is under way is written together after it. */
export function rotatingFile(file: string, { bytes: most, files }: Rotation = ROTATION): Writable {
  let fd = open()
  let size = fstatSync(fd).size

  function open(): number {
    const opened = openSync(file, 'a', PRIVATE_FILE)
    fchmodSync(opened, PRIVATE_FILE)
    return opened
  }
  function putAside(): void {
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
    if (size > 0 && size + bytes.length > most) putAside()
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
