/** What the build sets; see `.env.example`. */
interface ImportMetaEnv {
  readonly VITE_API_HOST?: string;
  readonly VITE_AI_API_HOST?: string;
  readonly VITE_OFFLINE?: "on" | "off";
  readonly PROD?: boolean;
  readonly VITE_TESTER_PROOF_SHA256?: string;
}
