import type { CreatorSearch, SavedSearch } from '@reelfair/contracts'
import { Button, ErrorText, IconButton, LoadError, SkeletonText, showToast, TextField, TextLink } from '@reelfair/ui'
import { sentenceOfError } from '@reelfair/web-kit'
import Bookmark from 'lucide-react/icons/bookmark'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { type FormEvent, useState } from 'react'
import { useText } from './messages/index.ts'
import { useDeleteSearch, useRenameSearch, useSavedSearches, useSaveSearch } from './queries.ts'
import { writeSearch } from './search-address.ts'

/** @param onOpen called when a search is opened */
export function SavedSearches({ onOpen }: { onOpen?: () => void }) {
  const { t } = useText()
  const saved = useSavedSearches()
  return (
    <div className="brand-saved">
      <h2>{t('saved-title')}</h2>
      {saved.isPending && <SkeletonText lines={2} />}
      {saved.isError && <LoadError title={t('saved-failed')} query={saved} />}
      {saved.data?.items.length === 0 && <p className="rf-note">{t('saved-none')}</p>}
      <ul>
        {saved.data?.items.map((search) => (
          <SavedRow key={search.id} saved={search} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  )
}

function SavedRow({ saved: { id, name, search }, onOpen }: { saved: SavedSearch; onOpen: (() => void) | undefined }) {
  const { t, locale } = useText()
  const [isNaming, setNaming] = useState(false)
  const close = () => setNaming(false)
  const rename = useRenameSearch(() => {
    close()
    showToast(t('saved-renamed'))
  })
  const remove = useDeleteSearch(() => showToast(t('saved-deleted')))
  if (isNaming) {
    return (
      <li>
        <NameForm name={name} write={rename} onName={(next) => rename.mutate({ savedSearchId: id, name: next })} onCancel={close} />
      </li>
    )
  }
  const failed = (error: Error) => showToast(sentenceOfError(error, locale) ?? t('saved-delete-failed'), { kind: 'problem' })
  return (
    <li className="brand-saved-row">
      <TextLink href={`/find-creators?${new URLSearchParams(writeSearch(search))}`} onClick={onOpen}>
        {name}
      </TextLink>
      <IconButton icon={Pencil} label={t('saved-rename', { name })} onClick={() => setNaming(true)} />
      <IconButton
        icon={Trash}
        label={t('saved-delete', { name })}
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && remove.mutate({ savedSearchId: id }, { onError: failed })}
      />
    </li>
  )
}

export function SaveSearch({ search }: { search: CreatorSearch }) {
  const { t } = useText()
  const [isNaming, setNaming] = useState(false)
  const close = () => setNaming(false)
  const save = useSaveSearch(() => {
    close()
    showToast(t('saved-done'))
  })
  if (isNaming) return <NameForm name="" write={save} onName={(name) => save.mutate({ name, search })} onCancel={close} />
  return (
    <Button size="small" icon={Bookmark} onClick={() => setNaming(true)}>
      {t('saved-save')}
    </Button>
  )
}

interface NameFormProps {
  readonly name: string
  readonly write: { readonly isPending: boolean; readonly error: Error | null }
  readonly onName: (name: string) => void
  readonly onCancel: () => void
}

function NameForm({ name, write, onName, onCancel }: NameFormProps) {
  const { t } = useText()
  const [typed, setTyped] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '' && !write.isPending) onName(typed.trim())
  }
  return (
    <form className="brand-saved-form" onSubmit={submit}>
      <TextField
        label={t('saved-name')}
        value={typed}
        maxLength={60}
        autoComplete="off"
        autoFocus
        onChange={({ target }) => setTyped(target.value)}
      />
      <ErrorText error={write.error} />
      <div>
        <Button type="submit" size="small" busy={write.isPending}>
          {t('saved-confirm')}
        </Button>
        <Button look="quiet" size="small" onClick={onCancel}>
          {t('saved-cancel')}
        </Button>
      </div>
    </form>
  )
}
