/** So many videos of one sign-up are taken in. */
export const MOST_VIDEOS = 100
