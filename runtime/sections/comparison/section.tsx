import type { SectionProps } from "../../../generated/names.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { Mark } from "../mark.tsx";
import styles from "./section.module.css";

export function Section({
  heading,
  ours,
  theirs,
  rows,
}: SectionProps["comparison"]) {
  return (
    <Block section="comparison" heading={heading}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td>
              <span className="sr-only">What is compared</span>
            </td>
            <th scope="col" className={styles.ours}>
              <Inline text={ours} />
            </th>
            <th scope="col">
              <Inline text={theirs} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <th scope="row">
                <Inline text={row.label} />
              </th>
              <td className={styles.ours}>
                <Has it={row.ours} />
              </td>
              <td>
                <Has it={row.theirs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Block>
  );
}

function Has({ it }: { it: boolean }) {
  return (
    <span className={styles.mark} data-has={it}>
      <Mark sign={it ? "check" : "cross"} />
      <span className="sr-only">{it ? "Yes" : "No"}</span>
    </span>
  );
}
