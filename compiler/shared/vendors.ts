/** The third parties of a brand; null where it has none of a kind. */
export interface Vendors {
  readonly posthog: { readonly key: string; readonly host: string } | null;
  /** The track server that session replay is sent to. */
  readonly replay: { readonly key: string; readonly host: string } | null;
  /** Container id; `hosts` are what its tags may load from and send to. */
  readonly tagManager: {
    readonly id: string;
    readonly hosts: readonly string[];
  } | null;
  /** Address of the experiment vendor's script. */
  readonly abScript: string | null;
  /** The data source name: `https://<key>@<host>/<project>`. */
  readonly sentry: string | null;
}

/** What an id of a container of the tag manager looks like. */
export const CONTAINER_ID = /^GTM-[A-Z0-9]+$/;
