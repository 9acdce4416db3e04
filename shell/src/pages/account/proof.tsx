import type { PresenceProof } from '@reelfair/contracts'
import { LoadError, PasswordField, SkeletonRows, TextField } from '@reelfair/ui'
import { useForm, useRead } from '@reelfair/web-kit'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from './messages/index.ts'

/** How a user proves their presence. `hasFactor`: two-step sign-in is on. */
export interface ProofNeeds {
  readonly hasPassword: boolean
  readonly hasFactor: boolean
}

interface ProofValues {
  readonly password: string
  readonly code: string
}

export const EMPTY_PROOF: ProofValues = { password: '', code: '' }

/** Loads what the form of a sensitive change must ask for. */
export function Proof({ children }: { children: (needs: ProofNeeds) => ReactNode }) {
  const { t } = useText()
  const factor = useRead('session', '/identity/second-factor')
  if (factor.data) return children({ hasPassword: factor.data.hasPassword, hasFactor: factor.data.addedAt !== undefined })
  return factor.error ? <LoadError title={t('proof-load-failed')} query={factor} /> : <SkeletonRows rows={1} height={68} />
}

/** Returns the proofs that the user has not entered. */
export const missingProofs = ({ hasPassword, hasFactor }: ProofNeeds, { password, code }: ProofValues) => [
  ...(hasPassword && password === '' ? (['password'] as const) : []),
  ...(hasFactor && code.trim() === '' ? (['code'] as const) : []),
]

/** Returns the part of a request that proves the user's presence. */
export const proofOf = ({ hasPassword, hasFactor }: ProofNeeds, { password, code }: ProofValues): PresenceProof => ({
  ...(hasPassword && { password }),
  ...(hasFactor && { code }),
})

/** A form that asks for nothing else. */
export function useProofForm(
  needs: ProofNeeds,
  request: { readonly isPending: boolean; readonly error: unknown },
  onSubmit: (proof: PresenceProof) => void,
) {
  const { t } = useText()
  return useForm({
    initial: EMPTY_PROOF,
    invalidFieldsOf: (values) => missingProofs(needs, values),
    messageOf: (name) => t(`proof-${name}-missing`),
    request,
    onSubmit: (values) => onSubmit(proofOf(needs, values)),
  })
}

type Field = ComponentProps<typeof PasswordField>

interface FieldsProps {
  readonly needs: ProofNeeds
  readonly field: (name: 'password' | 'code') => Pick<Field, 'id' | 'value' | 'onChange' | 'error'>
}

export function ProofFields({ needs: { hasPassword, hasFactor }, field }: FieldsProps) {
  const { t } = useText()
  return (
    <>
      {hasPassword ? (
        <PasswordField label={t('proof-password')} autoComplete="current-password" {...field('password')} />
      ) : (
        <p className="rf-note">{t('proof-fresh')}</p>
      )}
      {hasFactor && <TextField label={t('proof-code')} autoComplete="one-time-code" spellCheck={false} maxLength={40} {...field('code')} />}
    </>
  )
}
