/** A review as people read it. */
import type { Locale, ReviewVerdict } from '@reelfair/contracts'
import { DEFAULT_VERDICT } from '../domain/count-video.ts'
import { videoOfId } from '../domain/video.ts'
import type { StoredReview } from '../store/reviews.ts'

const BY_DEFAULT: Readonly<Record<ReviewVerdict, Readonly<Record<Locale, string>>>> = {
  counts: {
    en: 'Nobody decided in time, so the views count.',
    fr: 'Personne n’a tranché à temps : les vues comptent.',
  },
  excluded: {
    en: 'Nobody decided in time, so the views do not count.',
    fr: 'Personne n’a tranché à temps : les vues ne comptent pas.',
  },
}
const APPROVED = { en: 'The brand recognised its logo.', fr: 'La marque a reconnu son logo.' }

export function viewReview({ decision, ...review }: StoredReview, locale: Locale) {
  const why = decision && (decision.why ?? (decision.by === 'default' ? BY_DEFAULT[decision.verdict] : APPROVED)[locale])
  return {
    ...review,
    videoId: videoOfId(review.videoId),
    byDefault: DEFAULT_VERDICT[review.kind],
    ...(decision && { decision: { ...decision, why } }),
  }
}
