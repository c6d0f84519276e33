import { Component, type ReactNode } from "react";
import { logError } from "../core/log.ts";
import { Button } from "../ui/button.tsx";
import { Heading } from "../ui/heading.tsx";
import { Lead, Screen } from "../ui/screen.tsx";

interface Props {
  readonly supportEmail: string;
  readonly children: ReactNode;
}

/** A page that throws becomes a page that says so: try again, or write to somebody. Answers are kept. */
export class ErrorBoundary extends Component<
  Props,
  { readonly failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    logError("a page failed", error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { supportEmail } = this.props;
    return (
      <main data-page="failure" data-route="">
        <Screen
          head={
            <>
              <Heading size="display">
                {navigator.onLine
                  ? "Something went wrong on our side"
                  : "You are offline"}
              </Heading>
              <Lead>
                Your answers are kept on this device, and nothing was charged by
                this. If it stays like this, write to{" "}
                <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
              </Lead>
            </>
          }
        >
          <Button
            action="continue"
            onClick={() => this.setState({ failed: false })}
          >
            Try again
          </Button>
        </Screen>
      </main>
    );
  }
}
