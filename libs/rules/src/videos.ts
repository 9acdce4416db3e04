/** Maximum number of videos that count per sign-up. */
export const MAX_VIDEOS = 100
