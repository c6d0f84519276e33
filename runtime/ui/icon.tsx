const PATHS = {
  back: "M15 5l-7 7 7 7",
  forward: "M4 12h15M13 6l6 6-6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  alert: "M12 7.5v6M12 16.6v.1M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18",
  photo:
    "M3.5 7.5h4l1.5-2.5h6l1.5 2.5h4v11.5h-17zM12 9.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7",
  calendar: "M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4",
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration only: what an icon says is also said in words beside it or in a label. */
export function Icon({
  name,
  className,
}: {
  name: IconName;
  className?: string | undefined;
}) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
