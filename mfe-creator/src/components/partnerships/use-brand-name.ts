import type { Invitation } from '@reelfair/contracts'
import { useText } from '../../messages/index.ts'

/** Returns a function that names the brand, or says "A brand" until its name has arrived from the identity service. */
export function useBrandName(): (of: Pick<Invitation, 'brandName'>) => string {
  const { t } = useText()
  return ({ brandName }) => brandName ?? t('invitation-brand-unknown')
}
