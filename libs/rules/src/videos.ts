/** Maximum number of videos counted per sign-up. */
export const MAX_VIDEOS = 100
