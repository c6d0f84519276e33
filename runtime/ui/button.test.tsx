// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { FormEvent } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Button, type ButtonProps } from "./button.tsx";

afterEach(cleanup);

function show(props: ButtonProps) {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: FormEvent) => void>((event) =>
    event.preventDefault(),
  );
  render(
    <form onSubmit={onSubmit}>
      <Button {...props} onClick={onClick}>
        Pay now
      </Button>
    </form>,
  );
  fireEvent.click(screen.getByRole("button"));
  return { onClick, onSubmit, button: screen.getByRole("button") };
}

test("carries its action and what else is given", () => {
  const { button, onClick } = show({ action: "buy", "aria-label": "Pay $5" });
  expect(button.dataset["action"]).toBe("buy");
  expect(button.getAttribute("type")).toBe("button");
  expect(button.getAttribute("aria-label")).toBe("Pay $5");
  expect(onClick).toHaveBeenCalledOnce();
});

test("pending, it stays enabled for the focus and does nothing", () => {
  const { button, onClick, onSubmit } = show({ pending: true, type: "submit" });
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(button.hasAttribute("disabled")).toBe(false);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test("waiting, it says for what", () => {
  const { button, onClick } = show({ why: "Choose a plan" });
  expect(button.textContent).toBe("Choose a plan");
  expect(onClick).not.toHaveBeenCalled();
});

test("ready, it submits", () => {
  const { onSubmit } = show({ type: "submit" });
  expect(onSubmit).toHaveBeenCalledOnce();
});

test("waiting, each press shows for what, until that is another thing", () => {
  const { rerender } = render(<Button why="Choose a plan">Pay now</Button>);
  const button = screen.getByRole("button");
  const bare = button.className;
  fireEvent.click(button);
  const once = button.className;
  fireEvent.click(button);
  expect(new Set([bare, once, button.className]).size).toBe(3);
  rerender(<Button why="Enter your email">Pay now</Button>);
  expect(button.className).toBe(bare);
  rerender(<Button why={null}>Pay now</Button>);
  rerender(<Button why="Enter your email">Pay now</Button>);
  expect(button.className).toBe(bare);
});
