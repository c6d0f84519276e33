/** Whether a provider can write to it; ours may be empty. */
export function isEmail(email: string | null): email is string {
  return email !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);
}
