import { Component, type ReactNode, useLayoutEffect } from "react";
import { useLocation } from "react-router-dom";
import { logError } from "../core/log.ts";
import { Button } from "../ui/button.tsx";
import { Heading } from "../ui/heading.tsx";
import { Lead, Screen } from "../ui/screen.tsx";
import { focusHeadline } from "../ui/focus-headline.ts";
import { isReachable } from "./reload-once.ts";
import { MissingPage } from "./use-loaded-page.ts";

interface Props {
  readonly supportEmail: string;
  readonly children: ReactNode;
}

/** A page that throws becomes a page that says so: try again, go elsewhere, or write to somebody. Answers are kept. */
export function ErrorBoundary(props: Props) {
  const { pathname } = useLocation();
  return <Boundary {...props} place={pathname} />;
}

type Failure = { readonly error: unknown };

class Boundary extends Component<
  Props & { readonly place: string },
  { readonly failure: Failure | null }
> {
  override state = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    logError("a page failed", error);
  }

  override componentDidUpdate(
    { place }: Boundary["props"],
    { failure }: Boundary["state"],
  ) {
    // It failed before, and at another address.
    if (failure !== null && place !== this.props.place) this.forget();
  }

  forget() {
    this.setState({ failure: null });
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <FailurePage
        failure={failure}
        supportEmail={this.props.supportEmail}
        retry={() => this.forget()}
      />
    );
  }
}

function FailurePage({
  failure,
  supportEmail,
  retry,
}: {
  failure: Failure;
  supportEmail: string;
  retry: () => void;
}) {
  useLayoutEffect(() => focusHeadline(), []);
  const { error } = failure;
  const isMissing = error instanceof MissingPage;
  const isOffline =
    !navigator.onLine || (isMissing && error.why === "unreached");
  // Only a document that comes may take the place of this one.
  const fetchAgain = async () =>
    (await isReachable()) ? location.reload() : retry();
  return (
    <main data-page="failure" data-route="">
      <Screen
        head={
          <>
            <Heading size="display">
              {isOffline
                ? "You are offline"
                : "Something went wrong on our side"}
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
          onClick={() => (isMissing ? void fetchAgain() : retry())}
        >
          Try again
        </Button>
      </Screen>
    </main>
  );
}
