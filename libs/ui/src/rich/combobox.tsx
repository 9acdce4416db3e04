import { Combobox as MantineCombobox, useCombobox } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CloseShape from 'lucide-react/icons/x'
import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from 'react'
import { IconButton } from '../button/button.tsx'
import { Field, type FieldProps } from '../form/field.tsx'
import type { Option } from '../form/text-fields.tsx'
import { Icon } from '../icon/icon.tsx'
import { useUi } from '../provider/ui-provider.tsx'

/** Searches ignore accents, case and surrounding spaces: "creteil" finds "Créteil". */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

/**
 * Returns the options that contain every word of the search, in their original order.
 * @example matchingOptions(options, 'ile fr') // finds "Île-de-France"
 */
export function matchingOptions(options: readonly Option[], search: string): Option[] {
  const wanted = folded(search).split(/\s+/).filter(Boolean)
  return options.filter((option) => {
    const text = folded(`${option.label} ${option.hint ?? ''}`)
    return wanted.every((word) => text.includes(word))
  })
}

/** Users narrow down longer lists by typing. */
const MAX_SHOWN = 100

// The list is rendered next to its field, so that it stays in the same landmark. It is `fixed`, so that a dialog does
// not clip it.
const LIST = {
  unstyled: true,
  withinPortal: false,
  floatingStrategy: 'fixed',
  hideDetached: false,
  transitionProps: { duration: 0 },
} as const

type Shared = FieldProps & {
  id?: string
  options: Option[]
  placeholder?: string
  disabled?: boolean
  /** Called whenever the text changes, to load options from a service. `options` must then contain only matches. */
  onSearch?: (text: string) => void
  loading?: boolean
}

interface OptionListProps {
  readonly found: Option[]
  readonly isChosen: (value: string) => boolean
  readonly loading: boolean
  readonly search: string
}

function OptionList({ found, isChosen, loading, search }: OptionListProps) {
  const { words } = useUi()
  return (
    <MantineCombobox.Dropdown className="rf-pop rf-options">
      <MantineCombobox.Options>
        {found.slice(0, MAX_SHOWN).map((option) => (
          <MantineCombobox.Option
            key={option.value}
            value={option.value}
            active={isChosen(option.value)}
            aria-selected={isChosen(option.value)}
            disabled={option.disabled ?? false}
            className="rf-option"
          >
            <span>
              {option.label}
              {option.hint && <span className="rf-note">{option.hint}</span>}
            </span>
            {isChosen(option.value) && <Icon of={Check} size={16} />}
          </MantineCombobox.Option>
        ))}
      </MantineCombobox.Options>
      {found.length === 0 && (
        <p className="rf-options-none" role="status">
          {loading ? `${words.loading}…` : search ? words.noMatch : ''}
        </p>
      )}
    </MantineCombobox.Dropdown>
  )
}

type PickerProps = FieldProps &
  Pick<Shared, 'id' | 'disabled' | 'loading'> &
  Pick<OptionListProps, 'found' | 'isChosen'> & {
    className: string
    search: string
    onSearch: (text: string) => void
    /** Called on blur, and after each choice if `closesOnPick`. */
    onLeave: () => void
    onPick: (value: string) => void
    closesOnPick?: boolean
    input: ComponentProps<'input'>
    before?: ReactNode
    after?: ReactNode
  }

/** Typing opens the list and preselects the first match for Enter. */
function Picker(props: PickerProps) {
  const { id, className, found, isChosen, search, onSearch, onLeave, onPick, closesOnPick = false, input, before, after, ...rest } = props
  const { disabled = false, loading = false, ...field } = rest
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() })
  const leave = () => {
    store.closeDropdown()
    onLeave()
  }
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    onSearch(event.target.value)
    store.openDropdown()
    store.updateSelectedOptionIndex(0)
  }
  return (
    <Field {...field} id={id}>
      {(control) => (
        <MantineCombobox
          {...LIST}
          store={store}
          disabled={disabled}
          onOptionSubmit={(picked) => {
            onPick(picked)
            if (closesOnPick) leave()
          }}
        >
          <MantineCombobox.DropdownTarget>
            <span className={`rf-input ${className}`}>
              {before}
              <MantineCombobox.EventsTarget withExpandedAttribute>
                <input
                  {...control}
                  type="text"
                  role="combobox"
                  aria-expanded={store.dropdownOpened}
                  aria-controls={store.listId ?? undefined}
                  autoComplete="off"
                  spellCheck={false}
                  disabled={disabled}
                  onChange={onChange}
                  onClick={() => store.openDropdown()}
                  onBlur={leave}
                  {...input}
                />
              </MantineCombobox.EventsTarget>
              {after}
            </span>
          </MantineCombobox.DropdownTarget>
          <OptionList found={found} isChosen={isChosen} loading={loading} search={search} />
        </MantineCombobox>
      )}
    </Field>
  )
}

export type ComboboxProps = Shared & {
  value: string | undefined
  onValue: (value: string | undefined) => void
}

/**
 * A searchable single-select for long lists.
 * @example <Combobox label="Country" options={countries} value={country} onValue={setCountry} />
 */
export function Combobox({ value, onValue, options, placeholder, onSearch, ...field }: ComboboxProps) {
  const { words } = useUi()
  const [typed, setTyped] = useState<string>()
  // Keeps the selected option's label when a search returns other options.
  const [kept, setKept] = useState<Option>()
  const chosen = options.find((option) => option.value === value) ?? (kept?.value === value ? kept : undefined)
  return (
    <Picker
      {...field}
      className="rf-combobox"
      found={typed === undefined || onSearch ? options : matchingOptions(options, typed)}
      isChosen={(each) => each === value}
      search={typed ?? ''}
      onSearch={(text) => {
        setTyped(text)
        onSearch?.(text)
      }}
      onLeave={() => setTyped(undefined)}
      closesOnPick
      onPick={(picked) => {
        setKept(options.find((option) => option.value === picked))
        onValue(picked)
      }}
      input={{
        placeholder: placeholder ?? words.search,
        value: typed ?? chosen?.label ?? '',
        onFocus: (event) => event.target.select(),
      }}
      after={
        value !== undefined && !field.disabled ? (
          <IconButton icon={CloseShape} label={words.clear} onClick={() => onValue(undefined)} />
        ) : (
          <span className="rf-combobox-sign">
            <Icon of={ChevronDown} size={16} />
          </span>
        )
      }
    />
  )
}

export type MultiSelectProps = Shared & {
  values: readonly string[]
  onValues: (values: string[]) => void
  max?: number
}

function Picked({ options, onRemove, disabled }: { options: Option[]; onRemove: (value: string) => void; disabled: boolean }): ReactNode {
  const { words } = useUi()
  return options.map((option) => (
    <span className="rf-picked" key={option.value}>
      {option.label}
      {!disabled && (
        <button type="button" aria-label={words.remove(option.label)} onClick={() => onRemove(option.value)}>
          <Icon of={CloseShape} size={14} />
        </button>
      )}
    </span>
  ))
}

/**
 * A searchable multi-select for long lists. Backspace in the empty input removes the last selected option.
 * @example <MultiSelect label="Zones" options={zones} values={zone} onValues={setZone} max={5} />
 */
export function MultiSelect({ values, onValues, max: most, options, placeholder, onSearch, ...field }: MultiSelectProps) {
  const { words } = useUi()
  const [typed, setTyped] = useState('')
  const [kept, setKept] = useState<Option[]>([])
  const named = values.map(
    (value) => options.find((option) => option.value === value) ?? kept.find((option) => option.value === value) ?? { value, label: value },
  )
  const full = most !== undefined && values.length >= most
  const found = (onSearch ? options : matchingOptions(options, typed)).map((option) =>
    full && !values.includes(option.value) ? { ...option, disabled: true } : option,
  )
  const remove = (value: string) => onValues(values.filter((each) => each !== value))
  const toggle = (value: string) => {
    setKept(named.concat(options.filter((option) => option.value === value)))
    if (values.includes(value)) remove(value)
    else onValues(full ? [...values] : [...values, value])
    setTyped('')
  }
  return (
    <Picker
      {...field}
      aside={field.aside ?? (most === undefined ? undefined : `${values.length} / ${most}`)}
      className="rf-multi"
      found={found}
      isChosen={(each) => values.includes(each)}
      search={typed}
      onSearch={(text) => {
        setTyped(text)
        onSearch?.(text)
      }}
      onLeave={() => setTyped('')}
      onPick={toggle}
      input={{
        placeholder: values.length === 0 ? (placeholder ?? words.search) : '',
        value: typed,
        onKeyDown: (event) => {
          const last = values.at(-1)
          if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last)
        },
      }}
      before={<Picked options={named} onRemove={remove} disabled={field.disabled ?? false} />}
    />
  )
}
