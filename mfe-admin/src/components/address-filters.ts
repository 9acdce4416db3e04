import { useSearchParams } from '@reelfair/web-kit'

/**
 * Filters that are part of the address, so that other pages can link to a filtered list. An empty value removes one.
 */
export function useAddressFilters() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === '') after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  return { filterOf: (name: string) => params.get(name)?.trim() || undefined, set }
}
