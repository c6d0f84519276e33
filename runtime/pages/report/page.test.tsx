// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { renderOffer } from "../../testing/render-offer.tsx";
import { Page } from "./page.tsx";

const props: PageProps["report"] = {
  heading: "Your profile",
  text: "From your own answers.",
  sections: [
    {
      section: "bullets",
      heading: "What we saw",
      items: ["Mornings"],
      mark: "check",
      when: null,
    },
    {
      section: "bullets",
      heading: "For men",
      items: ["Evenings"],
      mark: "dot",
      when: { kind: "answer", step: "gender", in: ["male"] },
    },
  ],
  button: "Make my plan",
};

test("one headline, the sections that fit, one way on", () => {
  const { container, path } = renderOffer(
    { page: "report", props },
    <Page {...props} />,
  );
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  expect(
    [...container.querySelectorAll("h2")].map((h2) => h2.textContent),
  ).toEqual(["What we saw"]);
  const button = screen.getByRole("button", { name: "Make my plan" });
  expect(button.dataset["action"]).toBe("continue");
  fireEvent.click(button);
  expect(path()).toBe("/quiz/next?utm_source=ad");
});
