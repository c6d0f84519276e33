import { NOT_RUNNING, type Vendor } from "./vendor.ts";
import { loadScript } from "./vendor-script.ts";

/** The script of an A/B testing vendor. It looks at the page by itself. */
export const abScript: Vendor = {
  purpose: "measurement",
  readsPage: true,
  wanted: ({ vendors }, { analytics }) =>
    analytics && vendors.abScript !== null,
  async start({ brand }) {
    await loadScript(brand.vendors.abScript ?? "");
    // A script that runs cannot be called back; without consent the next page does not load it.
    return NOT_RUNNING;
  },
};
