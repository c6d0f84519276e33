import { Component, type ReactNode } from "react";
import { logError } from "../core/log.ts";

/** What stands beside the pages: where it fails, it is gone, and they stay. */
export class Apart extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logError("what stands beside the page failed", error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
