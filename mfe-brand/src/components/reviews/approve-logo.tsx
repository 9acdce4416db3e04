import type { Review } from '@reelfair/contracts'
import { Button, type ButtonProps } from '@reelfair/ui'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../messages/index.ts'

const ApproveDialog = lazy(async () => ({ default: (await import('./approve-dialog.tsx')).ApproveDialog }))

interface ApproveLogoProps {
  readonly review: Review
  readonly campaignName: string | undefined
  readonly username: string
  readonly look?: ButtonProps['look']
  readonly size?: ButtonProps['size']
}

/** Leads to the video whose logo nobody could tell, and to the brand's yes. @source decisions §5: a brand may say yes, and only that */
export function ApproveLogo({ review, campaignName, username, look = 'outlined', size = 'medium' }: ApproveLogoProps) {
  const { t } = useText()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button look={look} size={size} iconAfter={ArrowRight} onClick={() => setAsked(true)}>
        {t('logo-look')}
      </Button>
      {isAsked && (
        <Suspense>
          <ApproveDialog review={review} campaignName={campaignName} username={username} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
