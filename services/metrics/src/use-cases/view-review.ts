import type { Locale, ReviewVerdict } from '@reelfair/contracts'
import { DEFAULT_VERDICT } from '../domain/count-video.ts'
import { videoOfId } from '../domain/video.ts'
import type { StoredReview } from '../store/reviews.ts'

const BY_DEFAULT: Readonly<Record<ReviewVerdict, Readonly<Record<Locale, string>>>> = {
  counts: {
    en: 'No decision was made in time, so the views count.',
    fr: 'Aucune décision n’a été prise à temps : les vues comptent.',
  },
  excluded: {
    en: 'No decision was made in time, so the views don’t count.',
    fr: 'Aucune décision n’a été prise à temps : les vues ne comptent pas.',
  },
}
const APPROVED = { en: 'The brand recognised its logo.', fr: 'La marque a reconnu son logo.' }

export function viewReview({ decision, ...review }: StoredReview, locale: Locale) {
  return {
    ...review,
    videoId: videoOfId(review.videoId),
    byDefault: DEFAULT_VERDICT[review.kind],
    ...(decision && {
      decision: { ...decision, why: decision.why ?? (decision.by === 'default' ? BY_DEFAULT[decision.verdict] : APPROVED)[locale] },
    }),
  }
}
