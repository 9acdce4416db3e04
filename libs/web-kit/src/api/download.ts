import { useMutation } from '@tanstack/react-query'
import { type ApiInput, type ApiPath, fetchFile } from './client.ts'

/** Some browsers read the file only after the click. */
const KEPT_MS = 60_000

/**
 * Downloads a file that only a POST returns, such as one that needs a password. Never retries, because a code works
 * only once.
 * @example
 * const download = useDownload('/identity/data-exports/:exportId/file')
 * download.mutate({ exportId, password }, { onSuccess: close })
 */
export const useDownload = <Path extends ApiPath<'POST'>>(path: Path) =>
  useMutation<void, Error, ApiInput<'POST', Path>>({
    retry: false,
    mutationFn: async (input) => save(await fetchFile(path, input)),
  })

function save(file: File): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: file.name }).click()
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
}
