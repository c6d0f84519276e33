// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { atom, createStore, Provider } from "jotai";
import { useEffect } from "react";
import { expect, test, vi } from "vitest";
import { useAtomValue } from "./use-atom-value.ts";

type Words = ReturnType<typeof atom<string>>;

function show(first: Words) {
  const store = createStore();
  const rendered = vi.fn<() => void>();
  function Reader({ of }: { of: Words }) {
    rendered();
    return <p>{useAtomValue(of)}</p>;
  }
  const tree = (of: Words) => (
    <Provider store={store}>
      <Reader of={of} />
    </Provider>
  );
  const { rerender } = render(tree(first));
  return {
    store,
    words: () => screen.getByRole("paragraph").textContent,
    renders: () => rendered.mock.calls.length,
    read: (of: Words) => rerender(tree(of)),
  };
}

test("a reader is rendered once for its value, and once for each change", () => {
  const words = atom("one");
  const shown = show(words);
  expect([shown.words(), shown.renders()]).toEqual(["one", 1]);
  act(() => shown.store.set(words, "two"));
  expect([shown.words(), shown.renders()]).toEqual(["two", 2]);
  act(() => shown.store.set(words, "two"));
  expect(shown.renders()).toBe(2);
});

test("what changed before the reader listened is shown", () => {
  const store = createStore();
  const words = atom("early");
  function Reader() {
    return <p>{useAtomValue(words, { store })}</p>;
  }
  function Changing() {
    useEffect(() => store.set(words, "late"), []);
    return null;
  }
  render(
    <>
      <Changing />
      <Reader />
    </>,
  );
  expect(screen.getByRole("paragraph").textContent).toBe("late");
});

test("another atom is shown at once, and only that one is listened to", () => {
  const [one, other] = [atom("one"), atom("other")];
  const shown = show(one);
  shown.read(other);
  expect(shown.words()).toBe("other");
  const renders = shown.renders();
  act(() => shown.store.set(one, "changed"));
  expect([shown.words(), shown.renders()]).toEqual(["other", renders]);
  act(() => shown.store.set(other, "changed, too"));
  expect(shown.words()).toBe("changed, too");
});
