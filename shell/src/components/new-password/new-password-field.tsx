import './new-password.css'
import { PasswordField } from '@reelfair/ui'
import type { ComponentProps } from 'react'
import { useText } from './messages/index.ts'
import { STRENGTHS, strengthOf } from './strength.ts'

type Props = Omit<ComponentProps<typeof PasswordField>, 'hint' | 'autoComplete'> & { readonly value: string }

/** Shows the strength while the user types. Only a guide: the service refuses short and common passwords. */
export function NewPasswordField(props: Props) {
  const { t } = useText()
  const strength = strengthOf(props.value)
  const level = strength === undefined ? -1 : STRENGTHS.indexOf(strength)
  return (
    <>
      <PasswordField {...props} hint={t('hint')} autoComplete="new-password" />
      {props.value !== '' && (
        <div className="shell-strength">
          <span aria-hidden="true">
            {STRENGTHS.map((one, index) => (
              <i key={one} data-filled={index <= level || undefined} />
            ))}
          </span>
          <p role="status">{t(`strength-${strength ?? 'none'}`)}</p>
        </div>
      )}
    </>
  )
}
