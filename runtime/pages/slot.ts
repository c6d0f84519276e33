import { createElement, type ComponentType, type ReactElement } from "react";

/** The place of one page's component: empty until it is fetched, then rendered in the task that asks for it. */
export interface Slot<Props extends object> {
  readonly isLoaded: () => boolean;
  readonly load: () => Promise<void>;
  /** Null while the component is on the way. */
  readonly render: (props: Props) => ReactElement | null;
}

export function slot<Props extends object>(
  fetchModule: () => Promise<{ readonly Page: ComponentType<Props> }>,
): Slot<Props> {
  let Page: ComponentType<Props> | null = null;
  return {
    isLoaded: () => Page !== null,
    load: async () => {
      Page ??= (await fetchModule()).Page;
    },
    render: (props) => (Page === null ? null : createElement(Page, props)),
  };
}
