// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useOwnPicture } from "./use-own-picture.ts";

function Page({ shown, pictures }: { shown: boolean; pictures?: string }) {
  return (
    <main data-chapter="3" data-pictures={pictures}>
      <Picture shown={shown} />
    </main>
  );
}
function Picture({ shown }: { shown: boolean }) {
  useOwnPicture(shown);
  return null;
}
const said = () => screen.getByRole("main").dataset["pictures"];

afterEach(cleanup);

test("the page says that a visitor's picture is in it, while it is", () => {
  const { rerender } = render(<Page shown={false} />);
  expect(said()).toBeUndefined();
  rerender(<Page shown />);
  expect(said()).toBe("own");
  rerender(<Page shown={false} />);
  expect(said()).toBeUndefined();
});

test("what the page says of its own pictures stays", () => {
  const { rerender } = render(<Page shown pictures="own" />);
  rerender(<Page shown={false} pictures="own" />);
  expect(said()).toBe("own");
});
