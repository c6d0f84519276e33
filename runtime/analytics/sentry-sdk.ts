export {
  browserTracingIntegration,
  captureConsoleIntegration,
  addIntegration,
  close,
  init,
  setUser,
} from "@sentry/react";
