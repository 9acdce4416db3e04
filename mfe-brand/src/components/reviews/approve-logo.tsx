import type { Review } from '@reelfair/contracts'
import { Button, type ButtonProps } from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'
import { BrandOnly } from '../brand-only.tsx'

const ApproveDialog = lazy(async () => ({ default: (await import('./approve-dialog.tsx')).ApproveDialog }))

interface ApproveLogoProps {
  readonly review: Review
  readonly subjectName: string | undefined
  readonly username: string
  readonly look?: ButtonProps['look']
  readonly size?: ButtonProps['size']
}

/** A brand can confirm its logo but not reject it. @source decisions §5 */
export function ApproveLogo({ review, subjectName, username, look = 'outlined', size = 'medium' }: ApproveLogoProps) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <BrandOnly>
      <Button look={look} size={size} iconAfter={ArrowRight} onClick={() => setOpen(true)}>
        {t('logo-look')}
      </Button>
      {isOpen && (
        <Suspense>
          <ApproveDialog review={review} subjectName={subjectName} username={username} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </BrandOnly>
  )
}
