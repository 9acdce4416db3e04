/** Maximum number of videos that count per sign-up. */
export const MAX_VIDEOS = 100

/** Minimum size of the logo, as a percentage of the video's area. @source specification §5 */
export const MIN_LOGO_PERCENT = 6
