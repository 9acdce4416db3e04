/** Shared with the creators' app, so that both apps show the same labels. */
export { categoryLabel, categoryOptions } from '@reelfair/contracts/categories'
