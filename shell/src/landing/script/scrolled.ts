/** The masthead looks different after 10 px, as in `@reelfair/ui`. @source specification §2, navigation bar */
export function markScrolled(): void {
  const masthead = document.querySelector('.rf-masthead')
  const mark = () => masthead?.toggleAttribute('data-scrolled', scrollY > 10)
  mark()
  addEventListener('scroll', mark, { passive: true })
  // Links within the page do not close a popover.
  const menu = document.getElementById('menu')
  menu?.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) menu.hidePopover()
  })
}
