/** Size of a shared link's picture in pixels: what every network shows large. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Width of the picture in a mail, and the most it is high; in pixels, three for two that it is shown with. */
export const MAIL_PICTURE = { width: 756, mostHeight: 567 } as const;

/** Files at the root of a brand's hosts, where browsers look for them by themselves, and in which sizes in px. */
export const ICONS = {
  "favicon.ico": [16, 32, 48],
  "apple-touch-icon.png": [180],
  "icon-192.png": [192],
  "icon-512.png": [512],
} as const;

/**
 * The icon of a tab, its edge in px. It stands in every document itself: two colours and what is between them at its
 * edges take half the bytes of a full palette.
 */
export const TAB_ICON = {
  name: "tab-icon.png",
  size: 32,
  colours: 16,
} as const;
