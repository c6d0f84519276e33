/** What every address of an email looks like: one @, a dot behind it, no space. */
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
