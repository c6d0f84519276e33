import type { ReactNode } from "react";
import { safeUrl } from "../../generated/safe-url.ts";

/** A link in a text. Content was checked when it was compiled; an unsafe address that got here leaves only its words. */
export function Link({
  href,
  className,
  children,
}: {
  href: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  if (!safeUrl(href)) return <span>{children}</span>;
  if (!/^https:/i.test(href)) {
    return (
      <a href={href} className={className}>
        {children}
      </a>
    );
  }
  // The quiz stays open behind a page of somebody else.
  return (
    <a
      href={href}
      className={className}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}
