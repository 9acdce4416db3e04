import { type CreditPackage, PACKAGE_NAMES, type PackageId, packageOf } from '@reelfair/rules'
import { Button, Choice, ErrorText, Form, formatCents, formatCount } from '@reelfair/ui'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { useState } from 'react'
import { useCredits } from '../../components/queries.ts'
import { useText } from '../../messages/index.ts'
import { useBuy } from './queries.ts'

const isPackage = (id: string | null): id is PackageId => id !== null && Object.hasOwn(PACKAGE_NAMES, id)

/** The smallest package that covers the missing credits, or the largest package if none does. */
const coverOf = (missing: number, packages: readonly CreditPackage[]): PackageId =>
  (packages.find(({ credits }) => credits >= missing) ?? packages.at(-1))?.id ?? 'growth'

interface PackageFormProps {
  readonly packages: readonly CreditPackage[]
  readonly wanted: string | null
  readonly missing: number
  readonly isDraft: boolean
}

/**
 * @param packages the price list in force
 * @param wanted package to preselect, from the URL; ignored if unknown
 * @param missing number of credits that a campaign or invitation still needs, or 0
 * @param isDraft whether the wizard has saved a draft that needs them
 */
export function PackageForm({ packages, wanted, missing, isDraft }: PackageFormProps) {
  const { t, locale } = useText()
  const [chosen, setChosen] = useState<PackageId>(isPackage(wanted) ? wanted : missing > 0 ? coverOf(missing, packages) : 'growth')
  const buy = useBuy()
  const { data: balance } = useCredits()
  const price = (cents: number) => formatCents(cents, locale)
  const { credits, priceCents } = packageOf(chosen, packages)
  const cover = packageOf(coverOf(missing, packages), packages)
  const missingText = t(cover.credits >= missing ? 'buy-missing' : 'buy-missing-part', {
    count: missing,
    missing: formatCount(missing, locale),
    name: PACKAGE_NAMES[cover.id],
    credits: formatCount(cover.credits, locale),
  })
  // The button stays busy until the browser opens the payment page.
  const leaving = buy.isPending || buy.data?.url !== undefined
  const send = () => {
    if (!leaving) buy.mutate({ package: chosen })
  }
  return (
    <Form className="brand-buy" onSubmit={send}>
      {missing > 0 && (
        <p>
          {missingText} {isDraft && t('buy-draft')}
        </p>
      )}
      <Choice
        label={t('buy-choose')}
        hideLabel
        look="cards"
        value={chosen}
        onValue={(id) => setChosen(id as PackageId)}
        options={packages.map((one) => ({
          value: one.id,
          label: PACKAGE_NAMES[one.id],
          figure: price(one.priceCents),
          hint: t('buy-hint', { credits: formatCount(one.credits, locale), price: price((one.priceCents * 1_000) / one.credits) }),
        }))}
      />
      <ErrorText error={buy.error} />
      <div className="brand-buy-foot">
        <p>
          <strong>{t('buy-sum', { credits: formatCount(credits, locale), price: price(priceCents) })}</strong>
          {balance && <span>{t('buy-after', { credits: formatCount(balance.available + credits, locale) })}</span>}
          <span className="rf-note">{t('buy-note')}</span>
        </p>
        <Button type="submit" look="filled" iconAfter={ArrowUpRight} busy={leaving}>
          {t('buy-submit', { price: price(priceCents) })}
        </Button>
      </div>
    </Form>
  )
}
