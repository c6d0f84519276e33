/** What a build keeps beside `build.json`, for later ones to be held against. */
export const LIVE_FILE = "live.json";
