/** The version of the API that the pinned SDK asks for. */
export const API_VERSION = '2026-10-28.endive'
