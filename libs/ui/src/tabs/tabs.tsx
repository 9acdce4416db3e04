import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { formatCount } from '../format.ts'
import { useUi } from '../provider/ui-provider.tsx'

export type Tab = { id: string; label: string; count?: number | undefined }

function Words({ tab }: { tab: Tab }) {
  const { locale } = useUi()
  return (
    <>
      {/* CSS reserves the bold label's width (`data-text`), so that selecting a tab does not move its neighbours. */}
      <span className="rf-tab-label" data-text={tab.label}>
        {tab.label}
      </span>
      {tab.count !== undefined && <span className="rf-tab-count">{formatCount(tab.count, locale)}</span>}
    </>
  )
}

/**
 * Arrow keys, Home and End select a tab.
 * @param label Accessible name of the tab list.
 * @example <Tabs label="Campaigns" tabs={tabs} value={state} onValue={setState}>{list}</Tabs>
 */
export function Tabs({
  label,
  tabs,
  value,
  onValue,
  children,
}: {
  label: string
  tabs: Tab[]
  value: string
  onValue: (id: string) => void
  children: ReactNode
}) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const press = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tabs.at(to % tabs.length)
    if (!next) return
    onValue(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus()
  }
  return (
    <div className="rf-tabs">
      <div className="rf-tabs-list" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="rf-tab"
            id={`${base}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === value}
            aria-controls={`${base}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onValue(tab.id)}
            onKeyDown={press}
          >
            <Words tab={tab} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${value}`} className="rf-tabs-panel">
        {children}
      </div>
    </div>
  )
}
