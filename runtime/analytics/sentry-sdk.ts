export {
  browserTracingIntegration,
  captureConsoleIntegration,
  addIntegration,
  getClient,
  init,
  setUser,
} from "@sentry/react";
