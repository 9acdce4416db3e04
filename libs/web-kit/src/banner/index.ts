/** The banner has its own entry point, so that only pages that show or upload a banner load its code. */
export { BannerField } from './banner-field.tsx'
export { Banner, BannerPreview } from './banner-preview.tsx'
export { type BannerUpload, useBannerUpload } from './use-banner-upload.ts'
export { useSendInvitation } from './use-send-invitation.ts'
