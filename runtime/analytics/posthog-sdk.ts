/** The SDK without what loads scripts by itself, and of its extensions the one that captures clicks. */
export { AnalyticsExtensions } from "posthog-js/dist/extension-bundles";
export { PostHog } from "posthog-js/dist/module.slim.no-external";
