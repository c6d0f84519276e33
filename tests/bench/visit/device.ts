import type { Browser, CDPSession, Page } from "playwright";
import { WATCH } from "./page-scripts.ts";

/** Slow 4G as Lighthouse has it, and a phone a quarter as fast as this machine. */
const NETWORK = {
  downloadThroughput: (1_600 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
  latency: 150,
  offline: false,
};
const CPU_SLOWDOWN = 4;

export interface Device {
  readonly page: Page;
  readonly client: CDPSession;
}

/** A phone that has never been here, before it goes to any address. */
export async function openDevice(browser: Browser): Promise<Device> {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", NETWORK);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(WATCH);
  return { page, client };
}

/** A word of what runs in the page. Rejects when it does not come within half a minute. */
export function heard(page: Page, word: string): Promise<unknown> {
  return page.waitForEvent("console", (message) => message.text() === word);
}
