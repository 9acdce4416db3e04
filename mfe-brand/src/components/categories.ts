/** Creators read the same words. */
export { categoryLabel, categoryOptions } from '@reelfair/contracts/categories'
