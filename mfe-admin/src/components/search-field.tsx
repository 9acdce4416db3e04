import { TextField } from '@reelfair/ui'
import { useState } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly initial: string | undefined
  readonly maxLength?: number
  /** `text` is trimmed. */
  readonly onSearch: (text: string) => void
}

/** Searches once the reader presses Enter or leaves the field. */
export function SearchField({ label, initial = '', maxLength, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(initial)
  const search = () => onSearch(typed.trim())
  return (
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      maxLength={maxLength}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={search}
      onKeyDown={({ key }) => key === 'Enter' && search()}
    />
  )
}
